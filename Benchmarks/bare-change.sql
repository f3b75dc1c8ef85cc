-- The least that changes a status durably: one update of a row and one line of history, in one transaction.
\set n random(1, :cards)
WITH moved AS (UPDATE bench_status SET status = CASE status WHEN 'ACTIVE' THEN 'LOCKED' ELSE 'ACTIVE' END, changes = changes + 1 WHERE n = :n RETURNING *) INSERT INTO bench_history (n, change_number, status, changed_at) SELECT n, changes, status, now() FROM moved;
