-- What a club keeps. Entries are only ever added: a trigger refuses to change or delete one.
CREATE TABLE IF NOT EXISTS layout (version integer NOT NULL);
INSERT INTO layout SELECT 1 WHERE NOT EXISTS (SELECT FROM layout);

CREATE TABLE IF NOT EXISTS entry (
    received timestamptz NOT NULL DEFAULT now(),
    table_name text NOT NULL,
    chain text NOT NULL,
    seq bigint NOT NULL,
    game integer NOT NULL,
    happened_ms bigint NOT NULL,
    calls integer NOT NULL,
    hash text NOT NULL,
    body json NOT NULL
) PARTITION BY RANGE (received);
CREATE INDEX IF NOT EXISTS entry_of_table ON entry (table_name, chain, game, seq);
CREATE INDEX IF NOT EXISTS entry_with_calls ON entry (received) WHERE calls > 0;

CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'entries are only added'; END $$;
CREATE OR REPLACE TRIGGER only_added BEFORE UPDATE OR DELETE ON entry FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Which entries are there, whatever month they came in: an entry that comes twice is kept once.
CREATE TABLE IF NOT EXISTS known (hash text PRIMARY KEY);

CREATE TABLE IF NOT EXISTS head (
    table_name text NOT NULL,
    chain text NOT NULL,
    seq bigint NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (table_name, chain)
);

-- Entries that came before the one that they follow.
CREATE TABLE IF NOT EXISTS parked (
    hash text PRIMARY KEY,
    table_name text NOT NULL,
    chain text NOT NULL,
    previous text NOT NULL,
    seq bigint NOT NULL,
    body json NOT NULL
);
CREATE INDEX IF NOT EXISTS parked_after ON parked (previous);

CREATE TABLE IF NOT EXISTS refused (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    received timestamptz NOT NULL DEFAULT now(),
    topic text NOT NULL,
    reason text NOT NULL,
    size integer NOT NULL,
    payload bytea NOT NULL
);

-- One line a game, made from its entries.
CREATE TABLE IF NOT EXISTS game (
    table_name text NOT NULL,
    chain text NOT NULL,
    number integer NOT NULL,
    box text,
    players json NOT NULL DEFAULT '[]',
    began_ms bigint NOT NULL,
    last_ms bigint NOT NULL,
    moves integer NOT NULL DEFAULT 0,
    calls integer NOT NULL DEFAULT 0,
    over boolean NOT NULL DEFAULT false,
    winners json NOT NULL DEFAULT '[]',
    last_seq bigint NOT NULL,
    PRIMARY KEY (table_name, chain, number)
);
CREATE INDEX IF NOT EXISTS game_last ON game (last_ms DESC);
