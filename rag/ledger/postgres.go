package ledger

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"time"

	"github.com/cockroachdb/apd/v3"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sibyl-project/sibyl/deploy/migration"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Migrate brings schema ledger up to date. Instances that start together take turns.
func Migrate(ctx context.Context, pool *pgxpool.Pool) error {
	return migration.Apply(ctx, pool, "ledger", migrations)
}

// Postgres is a Book in schema ledger of a database that Migrate has prepared.
type Postgres struct{ Pool *pgxpool.Pool }

var _ Book = Postgres{}

// Allow implements Book.
func (p Postgres) Allow(ctx context.Context, run string, l Limit) error {
	limit := (*string)(nil)
	if l.USD != nil {
		text := l.USD.Text('f')
		limit = &text
	}
	_, err := p.Pool.Exec(ctx, `insert into ledger.run (run, limit_usd, limit_tokens) values ($1, $2::numeric, nullif($3::bigint, 0))
		on conflict (run) do update set limit_usd = excluded.limit_usd, limit_tokens = excluded.limit_tokens`, run, limit, int64(l.Tokens))
	if err != nil {
		return fmt.Errorf("keeping what run %s may spend: %w", run, err)
	}
	return nil
}

// Hold implements Book. The run's row is locked by the statement that adds to it, so that calls held side by side, by
// whatever processes, never pass the limit together.
func (p Postgres) Hold(ctx context.Context, c *Call, l Limit) error {
	err := pgx.BeginFunc(ctx, p.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `insert into ledger.run (run) values ($1) on conflict do nothing`, c.Run); err != nil {
			return err
		}
		limit := (*string)(nil)
		if l.USD != nil {
			text := l.USD.Text('f')
			limit = &text
		}
		// least passes over nulls: what is left are the limits that there are.
		tag, err := tx.Exec(ctx, `update ledger.run set usd = usd + $2::numeric, tokens = tokens + $3
			where run = $1 and coalesce((usd + $2::numeric) * 100 <= least($4::numeric, limit_usd) * $6, true)
			and coalesce((tokens + $3) * 100 <= least(nullif($5::bigint, 0), limit_tokens) * $6, true)`,
			c.Run, amount(c.USD), int64(c.MostTokens), limit, int64(l.Tokens), cmp.Or(l.Percent, 100))
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return ErrExhausted
		}
		c.State = Held
		return insert(ctx, tx, c)
	})
	if err != nil {
		return fmt.Errorf("writing a call of run %s into the ledger: %w", c.Run, err)
	}
	return nil
}

type row interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func insert(ctx context.Context, q row, c *Call) error {
	var usd *string
	if c.USD != nil {
		text := c.USD.Text('f')
		usd = &text
	}
	return q.QueryRow(ctx, `insert into ledger.call (run, agent, claim, role, model, prompt, request, repair, state, input_tokens, output_tokens,
		prompt_cached, usd, most_tokens, took_ms, problem)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::text::numeric, $14, $15, $16) returning id, at`,
		c.Run, c.Agent, c.Claim, c.Role, c.Model, c.Prompt, c.Request, c.Repair, string(c.State), c.InputTokens, c.OutputTokens,
		c.PromptCached, usd, int64(c.MostTokens), c.Took.Milliseconds(), c.Problem).Scan(&c.ID, &c.At)
}

func amount(d *apd.Decimal) string {
	if d == nil {
		return "0"
	}
	return d.Text('f')
}

// Settle implements Book.
func (p Postgres) Settle(ctx context.Context, c *Call) error {
	err := pgx.BeginFunc(ctx, p.Pool, func(tx pgx.Tx) error {
		var held *string
		var most int64
		err := tx.QueryRow(ctx, `select usd::text, most_tokens from ledger.call where id = $1 and state = 'held' for update`, c.ID).Scan(&held, &most)
		if err != nil {
			return err
		}
		var usd *string
		if c.USD != nil {
			text := c.USD.Text('f')
			usd = &text
		}
		if _, err := tx.Exec(ctx, `update ledger.call set state = $2, input_tokens = $3, output_tokens = $4, prompt_cached = $5, usd = $6::text::numeric,
			took_ms = $7, problem = $8 where id = $1`, c.ID, string(c.State), c.InputTokens, c.OutputTokens, c.PromptCached, usd,
			c.Took.Milliseconds(), c.Problem); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `update ledger.run set usd = usd - coalesce($2::text::numeric, 0) + $3::text::numeric, tokens = tokens - $4 + $5 where run = $1`,
			c.Run, held, amount(c.cost()), most, int64(c.tokens()))
		return err
	})
	if err != nil {
		return fmt.Errorf("settling call %d of run %s in the ledger: %w", c.ID, c.Run, err)
	}
	return nil
}

// Reuse implements Book.
func (p Postgres) Reuse(ctx context.Context, c *Call) error {
	c.State = Cached
	err := insert(ctx, p.Pool, c)
	var taken *pgconn.PgError
	if errors.As(err, &taken) && taken.Code == "23505" {
		return nil
	}
	if err != nil {
		return fmt.Errorf("writing an answer that was there into the ledger of run %s: %w", c.Run, err)
	}
	return nil
}

// Querier is a pool or a transaction that reads.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// Calls implements Book.
func (p Postgres) Calls(ctx context.Context, run string) ([]Call, error) {
	return Calls(ctx, p.Pool, run)
}

// Calls lists the lines of a run as one snapshot shows them.
func Calls(ctx context.Context, q Querier, run string) ([]Call, error) {
	rows, err := q.Query(ctx, `select id, agent, claim, role, model, prompt, request, repair, state, input_tokens, output_tokens, prompt_cached,
		usd::text, most_tokens, took_ms, problem, at from ledger.call where run = $1 order by id`, run)
	if err != nil {
		return nil, fmt.Errorf("reading the ledger of run %s: %w", run, err)
	}
	out, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (Call, error) {
		c := Call{Run: run}
		var usd *string
		var most, ms int64
		err := r.Scan(&c.ID, &c.Agent, &c.Claim, &c.Role, &c.Model, &c.Prompt, &c.Request, &c.Repair, &c.State, &c.InputTokens, &c.OutputTokens,
			&c.PromptCached, &usd, &most, &ms, &c.Problem, &c.At)
		if err != nil {
			return c, err
		}
		c.MostTokens, c.Took, c.At = int(most), time.Duration(ms)*time.Millisecond, c.At.UTC()
		if usd != nil {
			if c.USD, _, err = apd.NewFromString(*usd); err != nil {
				return c, err
			}
		}
		return c, nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading the ledger of run %s: %w", run, err)
	}
	return out, nil
}

// Mode implements Book.
func (p Postgres) Mode(ctx context.Context, endpoint, model string) (mode string, err error) {
	err = p.Pool.QueryRow(ctx, `select mode from ledger.mode where endpoint = $1 and model = $2`, endpoint, model).Scan(&mode)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return mode, err
}

// Note implements Book.
func (p Postgres) Note(ctx context.Context, endpoint, model, mode string) error {
	_, err := p.Pool.Exec(ctx, `insert into ledger.mode (endpoint, model, mode) values ($1, $2, $3)
		on conflict (endpoint, model) do update set mode = excluded.mode`, endpoint, model, mode)
	return err
}
