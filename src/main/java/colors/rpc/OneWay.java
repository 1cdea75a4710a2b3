// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * In a client's interface: a call of the method, which returns void, is sent, and nobody waits for its end. It is
 * executed at most once; what it throws is lost.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OneWay {}
