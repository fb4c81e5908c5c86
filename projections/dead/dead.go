// Package dead is the read model of the dead letters: events that were given up on, and what people decided about
// them.
//
// A letter has one row under its ce_id, however often its event is given up on: a retry that dies again has the same
// id and is further on in its topic, so that it is distinguished from a repeat of the letter. Such a round makes the
// letter open again. A decision names the round that it is about; so the status is the same in whatever order letters
// and decisions are read, which have different keys.
package dead

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections"
)

// Model is the read model.
var Model = projections.Model{
	Name:   "dead",
	Topics: []events.Topic{events.TopicDeadLetters, events.TopicRunsFeed}, // which says that a run was removed
	Tables: []string{"dead"},
	Schema: `
		create table read.dead (
		  id         text collate "C" primary key,
		  rounds     int not null,     -- how often the event was given up on, 0 while only a decision is known
		  processor  text not null,
		  reason     text not null,
		  topic      text not null,
		  part       int not null,
		  log_offset bigint not null,  -- of the event, where it was given up on last
		  key        text not null,
		  run        text collate "C" not null,
		  replay     boolean not null, -- the run only repeats another one
		  first_at   timestamptz,
		  at         timestamptz,
		  letter     json,
		  decided    int not null,     -- the latest round that was decided about
		  decision   text not null,
		  decided_at timestamptz,
		  retries    int not null,
		  status     text not null generated always as (case when rounds > 0 and decided >= rounds then decision else 'open' end) stored
		);
		create index dead_by_time on read.dead (status, at desc, id);
		create index dead_by_run on read.dead (run)`,
	Fold: fold,
}

func fold(_ context.Context, _ pgx.Tx, out *pgx.Batch, entries []*projections.Entry) error {
	for _, e := range entries {
		if e.Topic != events.TopicDeadLetters {
			continue
		}
		var err error
		switch e.Type {
		case events.DeadLettered.Type:
			err = foldLetter(out, e)
		case events.DeadRetried.Type:
			err = foldDecision(out, e, events.DeadRetried, events.LetterRetried)
		case events.DeadDiscarded.Type:
			err = foldDecision(out, e, events.DeadDiscarded, events.LetterDiscarded)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func foldLetter(out *pgx.Batch, e *projections.Entry) error {
	l, err := projections.Decode(e, events.DeadLettered)
	if err != nil {
		return err
	}
	body, err := projections.Encode(l) // of what was read: the bytes on the log may be no text
	if err != nil {
		return err
	}
	// Letters of one event come in their order. The same place once more is a repeat; another place is another round,
	// also where it is on another partition: whoever put the event there first may have chosen that otherwise.
	out.Queue(`
		insert into read.dead (id, rounds, processor, reason, topic, part, log_offset, key, run, replay, first_at, at, letter, decided, decision, retries)
		values ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, 0, '', 0)
		on conflict (id) do update
		set rounds = read.dead.rounds + 1, processor = excluded.processor, reason = excluded.reason, topic = excluded.topic, part = excluded.part,
		    log_offset = excluded.log_offset, key = excluded.key, run = excluded.run, replay = excluded.replay,
		    first_at = coalesce(read.dead.first_at, excluded.first_at), at = excluded.at, letter = excluded.letter
		where (read.dead.topic, read.dead.part, read.dead.log_offset) is distinct from (excluded.topic, excluded.part, excluded.log_offset)`,
		nameOf(e), plain(l.Processor), plain(string(l.Reason)), plain(string(l.Topic)), l.Partition, max(l.Offset, 0), plain(l.Key), plain(e.Run), e.ReplayOf != "",
		e.Time, body)
	return nil
}

func foldDecision(out *pgx.Batch, e *projections.Entry, k events.Kind[events.DeadDecision], as events.DeadStatus) error {
	d, err := projections.Decode(e, k)
	if err != nil {
		return err
	}
	retries := 0
	if as == events.LetterRetried {
		retries = 1
	}
	out.Queue(`
		insert into read.dead (id, rounds, processor, reason, topic, part, log_offset, key, run, replay, decided, decision, decided_at, retries)
		values ($1, 0, '', '', '', 0, -1, '', '', false, $2, $3, $4, $5)
		on conflict (id) do update
		set decided = excluded.decided, decision = excluded.decision, decided_at = excluded.decided_at, retries = read.dead.retries + excluded.retries
		where read.dead.decided < excluded.decided`, d.Letter, d.Round, string(as), e.Time, retries)
	return nil
}

// nameOf is the id that people name a letter by. What came from outside may carry anything as its ce_id.
func nameOf(e *projections.Entry) string {
	if events.IsEventID(e.ID) {
		return e.ID
	}
	return events.EventID("", e.Type, e.ID)
}

// plain makes any string one that the database can hold and index.
func plain(s string) string {
	const longest = 200
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
	if len(s) <= longest {
		return s
	}
	cut := longest
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut]
}

// Letter is a dead letter with what was decided about it.
type Letter struct {
	ID        string
	Status    events.DeadStatus
	Rounds    int // how often the event was given up on
	Retries   int // how often it was put back
	Run       string
	Report    string // empty if none is known
	Replay    bool
	FirstAt   time.Time
	At        time.Time
	DecidedAt *time.Time
	events.DeadLetter
}
