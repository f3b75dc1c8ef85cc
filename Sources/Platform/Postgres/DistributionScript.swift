extension Distribution {
    /// The script that gives each table without a place its place, to be run in one transaction on the coordinator. For
    /// tables that have theirs, and those that a later step of the schema's history makes, it does nothing.
    ///
    /// Citus spreads no table that a table without a place references. So all foreign keys go first, and come back when
    /// all tables have their places, except those that cross. Triggers do the same, because those that refuse changes
    /// would refuse the copy of the rows. Citus takes them only with its setting for unsafe triggers: they read and
    /// write only their own row.
    ///
    /// The rows of a table that is spread stay on the coordinator's disk, too, where nothing reads or erases them. So
    /// they are removed.
    ///
    /// It is written for Citus 12 and later. 12 is the first that keeps a table on one machine.
    public var script: String {
        """
        SET LOCAL citus.multi_shard_modify_mode = 'sequential';
        SET LOCAL citus.enable_unsafe_triggers = on;
        CREATE TEMPORARY TABLE unplaced ON COMMIT DROP AS
            SELECT name
            FROM (SELECT to_regclass(name) AS name
                  FROM unnest('{\(tables(outside: .coordinator).joined(separator: ","))}'::text[]) name) known
            WHERE name IS NOT NULL AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = name);
        CREATE TEMPORARY TABLE foreign_key ON COMMIT DROP AS
            SELECT conrelid::regclass AS owner, conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
            WHERE contype = 'f' AND conrelid IN (SELECT name FROM unplaced);
        CREATE TEMPORARY TABLE refusal ON COMMIT DROP AS
            SELECT tgrelid::regclass AS owner, tgname, pg_get_triggerdef(oid) AS definition FROM pg_trigger
            WHERE NOT tgisinternal AND tgrelid IN (SELECT name FROM unplaced);
        DO $$ DECLARE it record; BEGIN
            FOR it IN SELECT * FROM foreign_key LOOP
                EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', it.owner, it.conname);
            END LOOP;
            FOR it IN SELECT * FROM refusal LOOP
                EXECUTE format('DROP TRIGGER %I ON %s', it.tgname, it.owner);
            END LOOP;
        END $$;
        \(tables.compactMap { spreading($0) }.joined(separator: "\n"))
        SELECT truncate_local_data_after_distributing_table(name) FROM unplaced;
        DO $$ DECLARE it record; BEGIN
            FOR it IN
                SELECT * FROM foreign_key WHERE conname <> ALL ('{\(crossings.sorted().joined(separator: ","))}')
            LOOP
                EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', it.owner, it.conname, it.definition);
            END LOOP;
            FOR it IN SELECT * FROM refusal LOOP
                EXECUTE it.definition;
            END LOOP;
        END $$;
        \(functions.keys.sorted().map { sharing($0) }.joined(separator: "\n"))
        \(numbering)

        """
    }

    /// The function that draws numbers on machines other than the first coordinator, in the place of `nextval`. A
    /// session finds it where it must use it (``AnyStatement/drawingElsewhere``).
    static let nextNumber = "public.next_number"

    /// The script that makes this function on all other machines.
    ///
    /// Citus gives each machine a range of a sequence that is a column's default. Numbers that statements draw must go
    /// up over all machines, such as those of an account's transactions. So only the first coordinator has their
    /// sequences, and the others ask it. Citus may run the function where a row is, in the middle of a transaction of
    /// that machine, so it asks over a connection of its own.
    var numbering: String {
        """
        DO $distribution$
        DECLARE failure text := (SELECT result FROM run_command_on_workers($command$
            DO $machine$ BEGIN
                SET LOCAL citus.enable_ddl_propagation = off;
                CREATE OR REPLACE FUNCTION \(Self.nextNumber)(sequence_name text) RETURNS bigint LANGUAGE plpgsql AS $$
                DECLARE
                    known text := (
                        SELECT name FROM unnest('{\(numbers.joined(separator: ","))}'::text[]) name
                        WHERE sequence_name IN (name, split_part(name, '.', 2)));
                    answer record;
                BEGIN
                    IF known IS NULL THEN RETURN nextval(sequence_name); END IF;
                    SELECT success, result INTO answer
                    FROM run_command_on_coordinator(format('SELECT nextval(%L)', known));
                    IF NOT answer.success THEN
                        RAISE cannot_connect_now USING
                            MESSAGE = 'the first coordinator gives no number', DETAIL = answer.result;
                    END IF;
                    RETURN answer.result;
                END $$;
            END $machine$
        $command$) WHERE NOT success LIMIT 1);
        BEGIN
            IF failure IS NOT NULL THEN RAISE 'a machine does not make \(Self.nextNumber): %', failure; END IF;
        END $distribution$;
        """
    }

    /// All tables except those with this place.
    func tables(outside place: Placement) -> [String] { tables.filter { placements[$0] != place } }

    private func spreading(_ table: String) -> String? {
        guard let placement = placements[table] else { return nil }
        let call: String
        switch placement {
        case .spread(let column, let group):
            call = "create_distributed_table(name, '\(column)', "
                + "colocate_with => '\(table == group ? "none" : group)')"
        case .everywhere:
            call = "create_reference_table(name)"
        case .together:
            call = "create_distributed_table(name, NULL, colocate_with => 'none', distribution_type => NULL)"
        case .coordinator:
            return nil
        }
        return "SELECT \(call) FROM unplaced WHERE name = to_regclass('\(table)');"
    }

    private func sharing(_ function: String) -> String {
        "SELECT create_distributed_function(to_regproc('\(function)')::regprocedure, '$1', "
            + "colocate_with => '\(functions[function, default: ""])') "
            + "WHERE to_regproc('\(function)') IS NOT NULL AND EXISTS (SELECT FROM unplaced);"
    }
}
