-- What a club keeps. Entries are only ever added: a trigger refuses to change or delete one, but for a name that
-- somebody wants to be forgotten.
CREATE TABLE IF NOT EXISTS layout (version integer NOT NULL);
INSERT INTO layout SELECT 2 WHERE NOT EXISTS (SELECT FROM layout WHERE version >= 2);

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
CREATE INDEX IF NOT EXISTS entry_by_call ON entry (happened_ms) WHERE body->'line'->'action'->>'do' = 'call';
CREATE INDEX IF NOT EXISTS entry_with_calls ON entry (received) WHERE calls > 0;

-- What was taken out of which entry is not kept; what is left is checked by its own digest from then on.
CREATE TABLE IF NOT EXISTS redacted (
    hash text PRIMARY KEY,
    digest text NOT NULL,
    since timestamptz NOT NULL DEFAULT now()
);

CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND (to_jsonb(NEW) - 'body') = (to_jsonb(OLD) - 'body')
       AND EXISTS (SELECT FROM redacted WHERE hash = OLD.hash AND since = now()) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'entries are only added';
END $$;
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
CREATE INDEX IF NOT EXISTS parked_of ON parked (table_name, chain);

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
ALTER TABLE game ADD COLUMN IF NOT EXISTS seen timestamptz NOT NULL DEFAULT now();

-- Who has played. A name is shown outside its own table only where its person has agreed.
CREATE TABLE IF NOT EXISTS player (
    number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key text NOT NULL UNIQUE,
    name text NOT NULL,
    first_seen timestamptz NOT NULL DEFAULT now(),
    consented timestamptz,
    link text UNIQUE,
    forgotten timestamptz
);

-- Names that were forgotten, as digests keyed with the secret: entries that come late do not bring them back.
CREATE TABLE IF NOT EXISTS secret (only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one), text text NOT NULL);
INSERT INTO secret (text) VALUES (gen_random_uuid()::text || gen_random_uuid()::text) ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS forgotten (
    digest text NOT NULL,
    number integer NOT NULL,
    since timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (digest, number)
);

-- Who meets whom. Results are not kept here: they are read of the games, but for those that a referee decided.
CREATE TABLE IF NOT EXISTS tournament (
    number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    title text NOT NULL,
    box text NOT NULL,
    system text NOT NULL,
    rounds integer NOT NULL,
    began timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE IF NOT EXISTS entrant (
    tournament integer NOT NULL REFERENCES tournament,
    seed integer NOT NULL,
    player integer NOT NULL,
    PRIMARY KEY (tournament, seed),
    UNIQUE (tournament, player)
);
CREATE TABLE IF NOT EXISTS pairing (
    tournament integer NOT NULL REFERENCES tournament,
    round integer NOT NULL,
    place integer NOT NULL,
    one integer NOT NULL,
    other integer,
    made timestamptz NOT NULL DEFAULT now(),
    table_name text,
    decided text,
    PRIMARY KEY (tournament, round, place)
);
