// SPDX-License-Identifier: Apache-2.0
package company.exclusive;

/** What libraries make by reflection. */
public class Bean {
    private String name;
    private int age;
    private Bean friend;

    public String getName() {
        return name;
    }

    public int getAge() {
        return age;
    }

    public Bean getFriend() {
        return friend;
    }

    public void setName(String name) {
        this.name = name;
    }

    public void setAge(int age) {
        this.age = age;
    }

    public void setFriend(Bean friend) {
        this.friend = friend;
    }
}
