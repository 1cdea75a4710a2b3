// SPDX-License-Identifier: Apache-2.0
package colors.agent.program;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;

/**
 * A method that an instruction or a handle calls.
 *
 * @param type without the receiver
 */
public record Called(Opcode opcode, ClassDesc owner, String name, MethodTypeDesc type, boolean isInterface) {

    public static Called of(InvokeInstruction call) {
        return new Called(
                call.opcode(),
                call.owner().asSymbol(),
                call.name().stringValue(),
                call.typeSymbol(),
                call.isInterface());
    }

    /** Of a constructor the method that initializes the object. Null for a field. */
    public static Called of(DirectMethodHandleDesc handle) {
        Opcode opcode =
                switch (handle.kind()) {
                    case STATIC, INTERFACE_STATIC -> Opcode.INVOKESTATIC;
                    case VIRTUAL -> Opcode.INVOKEVIRTUAL;
                    case INTERFACE_VIRTUAL -> Opcode.INVOKEINTERFACE;
                    case SPECIAL, INTERFACE_SPECIAL, CONSTRUCTOR -> Opcode.INVOKESPECIAL;
                    default -> null;
                };
        return opcode == null
                ? null
                : new Called(
                        opcode,
                        handle.owner(),
                        handle.methodName(),
                        MethodTypeDesc.ofDescriptor(handle.lookupDescriptor()),
                        handle.isOwnerInterface());
    }

    public boolean isOf(String internalName, String method) {
        return owner.isClassOrInterface() && Names.internalName(owner).equals(internalName) && name.equals(method);
    }

    public void call(CodeBuilder code) {
        code.invoke(opcode, owner, name, type, isInterface);
    }
}
