// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.overhead;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * H2 or HSQLDB, in memory: a bank in the manner of TPC-B. Fills tables, moves money in transactions, and asks for sums.
 */
final class SqlProgram implements Program {
    private static final int BRANCHES = 20;
    private static final int ACCOUNTS = 10_000;
    private static final int TRANSFERS = 8_000;
    private static final int QUERIES = 12;

    private final Connection connection;

    SqlProgram(String url) throws SQLException {
        connection = DriverManager.getConnection(url, "SA", "");
        connection.setAutoCommit(false);
    }

    @Override
    public long run() throws SQLException {
        create();
        fill();
        transfer();
        long checksum = 0;
        for (int i = 0; i < QUERIES; i++) {
            checksum = checksum * 31 + query(i);
        }
        return checksum;
    }

    private void create() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists entry");
            statement.execute("drop table if exists account");
            statement.execute(
                    "create table account (id int primary key, branch int not null, owner varchar(40) not null,"
                            + " balance bigint not null)");
            statement.execute("create table entry (id int primary key, account int not null, amount bigint not null)");
            statement.execute("create index account_branch on account (branch)");
            statement.execute("create index entry_account on entry (account)");
        }
        connection.commit();
    }

    private void fill() throws SQLException {
        Words words = new Words(3);
        try (PreparedStatement insert = connection.prepareStatement("insert into account values (?, ?, ?, ?)")) {
            for (int id = 0; id < ACCOUNTS; id++) {
                insert.setInt(1, id);
                insert.setInt(2, words.number(BRANCHES));
                insert.setString(3, words.next() + " " + words.next());
                insert.setLong(4, 1_000 + words.number(1_000));
                insert.addBatch();
                if (id % 500 == 499) {
                    insert.executeBatch();
                }
            }
        }
        connection.commit();
    }

    private void transfer() throws SQLException {
        Words words = new Words(4);
        try (PreparedStatement balance = connection.prepareStatement("select balance from account where id = ?");
                PreparedStatement update =
                        connection.prepareStatement("update account set balance = balance + ? where id = ?");
                PreparedStatement insert = connection.prepareStatement("insert into entry values (?, ?, ?)")) {
            for (int id = 0; id < TRANSFERS; id++) {
                int from = words.number(ACCOUNTS);
                balance.setInt(1, from);
                long amount = longOf(balance) / 10;
                change(update, from, -amount);
                change(update, words.number(ACCOUNTS), amount);
                insert.setInt(1, id);
                insert.setInt(2, from);
                insert.setLong(3, amount);
                insert.executeUpdate();
                if (id % 50 == 7) {
                    connection.rollback();
                } else {
                    connection.commit();
                }
            }
        }
    }

    private static void change(PreparedStatement update, int account, long amount) throws SQLException {
        update.setLong(1, amount);
        update.setInt(2, account);
        update.executeUpdate();
    }

    private static long longOf(PreparedStatement statement) throws SQLException {
        try (ResultSet result = statement.executeQuery()) {
            result.next();
            return result.getLong(1);
        }
    }

    private long query(int number) throws SQLException {
        String sums =
                "select a.branch, count(*), sum(e.amount), max(a.owner) from account a join entry e on e.account ="
                        + " a.id where a.balance > ? group by a.branch order by a.branch";
        long checksum = 0;
        try (PreparedStatement statement = connection.prepareStatement(sums)) {
            statement.setLong(1, 100L * number);
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    checksum = checksum * 31
                            + result.getInt(1)
                            + result.getLong(2)
                            + result.getLong(3)
                            + result.getString(4).hashCode();
                }
            }
        }
        connection.commit();
        return checksum;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
