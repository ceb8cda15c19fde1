"""The SQL statements of the PostgreSQL store. Each write is one statement, so that it takes one round trip."""

from rollwright.store.postgres.listener import CHANNEL
from rollwright.store.protocol import MAX_DEALT, MAX_RESULTS
from rollwright.store.table_rows import LISTED, RESULT

SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

OPEN = """
    WITH made AS (
        INSERT INTO rollwright.tables (
            id, owner, opened, touched, ended, game, seats, seed, players, summary, dice, clock, deal, ranked,
            edition, score, length
        )
        SELECT %(id)s, %(owner)s, %(opened)s, %(touched)s, %(ended)s::double precision, %(game)s, %(seats)s, %(seed)s,
            %(players)s, %(summary)s, %(dice)s, %(clock)s, %(deal)s, %(ranked)s, %(edition)s, %(score)s::integer,
            json_array_length(%(events)s::json)
        WHERE (%(ranked)s = 0 OR NOT EXISTS (
            SELECT FROM rollwright.tries WHERE holder = %(owner)s::text AND deal = %(deal)s::text
        )) AND NOT EXISTS (SELECT FROM rollwright.results WHERE table_id = %(id)s::text)
        ON CONFLICT DO NOTHING RETURNING id, owner, deal, ranked
    ), tried AS (
        INSERT INTO rollwright.tries SELECT owner, deal, id FROM made WHERE ranked = 1
    )
    INSERT INTO rollwright.events
    SELECT id, number - 1, event
    FROM made, json_array_elements_text(%(events)s::json) WITH ORDINALITY AS new (event, number)"""
"""Opens a table. A try that another process makes at the same moment violates the primary key of `tries`."""

HAD_TRIED = "SELECT FROM rollwright.tries WHERE holder = %(owner)s AND deal = %(deal)s"

APPEND = """
    WITH gone_on AS (
        UPDATE rollwright.tables
        SET touched = coalesce(%(now)s, touched), summary = coalesce(%(summary)s, summary),
            ended = CASE WHEN %(now)s::double precision IS NULL THEN ended
                WHEN %(over)s THEN coalesce(ended, %(now)s) END,
            score = CASE WHEN %(now)s::double precision IS NULL THEN score WHEN ranked = 1 THEN %(score)s::integer END,
            length = length + json_array_length(%(events)s::json)
        WHERE id = %(id)s AND length = %(place)s
            AND NOT EXISTS (SELECT FROM rollwright.requests WHERE table_id = %(id)s AND name = %(key)s::text)
        RETURNING id
    ), named AS (
        INSERT INTO rollwright.requests
        SELECT id, name FROM gone_on, json_array_elements_text(%(names)s::json) AS new (name)
    ), written AS (
        INSERT INTO rollwright.events
        SELECT id, %(place)s + number - 1, event
        FROM gone_on, json_array_elements_text(%(events)s::json) WITH ORDINALITY AS new (event, number)
    ), hidden AS (
        INSERT INTO rollwright.secret_moves SELECT id, %(moment)s FROM gone_on WHERE %(now)s::double precision IS NULL
        ON CONFLICT (table_id) DO UPDATE SET made = excluded.made
    )
    SELECT FROM gone_on"""

ANNOUNCE = f"""
    WITH counted AS (
        INSERT INTO rollwright.writers VALUES (%(name)s, %(commits)s, now())
        ON CONFLICT (name) DO UPDATE SET commits = excluded.commits, seen = excluded.seen
    )
    SELECT pg_notify('{CHANNEL}', id || ':' || coalesce(length, 0))
    FROM unnest(%(changed)s::text[]) AS changed (id) LEFT JOIN rollwright.tables USING (id)"""

COMMITTED = """
    INSERT INTO rollwright.writers VALUES (%(name)s, 0, now())
    ON CONFLICT (name) DO UPDATE SET seen = excluded.seen RETURNING commits"""

MENTIONS = """
    SELECT EXISTS (SELECT FROM rollwright.tables WHERE id = %(id)s AND owner = %(who)s)
        OR EXISTS (SELECT FROM rollwright.holders WHERE table_id = %(id)s AND holder = %(who)s)
        OR EXISTS (SELECT FROM rollwright.events WHERE table_id = %(id)s AND strpos(event, %(who)s) > 0)"""

LIST = f"""
    SELECT {LISTED} FROM rollwright.tables WHERE id IN (
        SELECT id FROM rollwright.tables WHERE owner = %(who)s
        UNION SELECT table_id FROM rollwright.holders WHERE holder = %(who)s
    ) ORDER BY touched DESC, id"""

LIST_DEALT = f"""
    SELECT {LISTED} FROM rollwright.tables WHERE ended < %(before)s AND id IN (
        SELECT id FROM rollwright.tables WHERE deal = %(deal)s AND deal <> ''
        UNION SELECT id FROM rollwright.tables WHERE id = %(first)s
    ) ORDER BY ranked DESC, score DESC NULLS LAST, ended, id LIMIT {MAX_DEALT}"""

LIST_ONE = f"SELECT {LISTED} FROM rollwright.tables WHERE id = %s"

NEW_ARCHIVE = """
    INSERT INTO rollwright.archives SELECT id, %(content)s FROM rollwright.tables
    WHERE id = %(id)s AND length = %(place)s AND ended IS NOT NULL
    ON CONFLICT (table_id) DO UPDATE SET content = excluded.content
    WHERE archives.content = '' AND excluded.content <> ''"""

NEW_ANALYSIS = """
    INSERT INTO rollwright.analyses SELECT id, %(content)s FROM rollwright.tables
    WHERE id = %(id)s AND length = %(place)s AND ended IS NOT NULL
    ON CONFLICT (table_id) DO UPDATE SET content = excluded.content"""

JUDGE = """
    UPDATE rollwright.results SET luck = %(luck)s, loss = %(loss)s, decisions = %(decisions)s
    WHERE table_id = %(id)s AND seat = %(seat)s"""

UNARCHIVED = """
    SELECT id FROM rollwright.tables
    WHERE ended IS NOT NULL AND NOT EXISTS (SELECT FROM rollwright.archives WHERE table_id = id) ORDER BY id"""

SET_EDITION = "UPDATE rollwright.tables SET edition = %s WHERE id = %s"

TRIED = "SELECT deal, table_id FROM rollwright.tries WHERE holder = %s AND deal = ANY (%s)"

RESULTS = f"""
    SELECT {RESULT} FROM rollwright.results WHERE holder = %s
    ORDER BY ended DESC, table_id, seat LIMIT {MAX_RESULTS}"""

NEW_RESULT = f"""
    INSERT INTO rollwright.results ({RESULT})
    VALUES ({", ".join(f"%({name})s" for name in RESULT.split(", "))})"""

NEW_SECRET = "INSERT INTO rollwright.secrets VALUES (%s, %s) ON CONFLICT DO NOTHING"
