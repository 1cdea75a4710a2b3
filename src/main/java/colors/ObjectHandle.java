// SPDX-License-Identifier: Apache-2.0
package colors;

import java.lang.ref.Reference;

record ObjectHandle(FieldBinding binding) implements ObjectField {

    @Override
    public String name() {
        return binding.field().name();
    }

    @Override
    public Object get(SharedObject object) {
        Object value = BoxedType.fromCore(binding, binding.getAny(object.address()));
        Reference.reachabilityFence(object);
        return value;
    }

    @Override
    public void set(SharedObject object, Object value) {
        binding.putAny(object.address(), BoxedType.toCore(binding, value));
        Reference.reachabilityFence(value);
        Reference.reachabilityFence(object);
    }
}
