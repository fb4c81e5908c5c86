package projections_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sibyl-project/sibyl/projections"
)

// What passes by itself is waited for; what is wrong with a request, or with its data, would be waited for in vain.
func TestAwayIsWhatPasses(t *testing.T) {
	pg := func(code string) error { return fmt.Errorf("storing an artefact: %w", &pgconn.PgError{Code: code}) }
	for name, c := range map[string]struct {
		err  error
		away bool
	}{
		"stopped by its operator":          {pg("57P01"), true},
		"crashed":                          {pg("57P02"), true},
		"starting":                         {pg("57P03"), true},
		"full disk":                        {pg("53100"), true},
		"too many connections":             {pg("53300"), true},
		"connection failure":               {pg("08006"), true},
		"input or output error":            {pg("58030"), true},
		"refused":                          {&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}, true},
		"cut off":                          {fmt.Errorf("reading: %w", io.ErrUnexpectedEOF), true},
		"hanging":                          {context.DeadlineExceeded, true},
		"a query that somebody cancelled":  {pg("57014"), false},
		"a syntax error":                   {pg("42601"), false},
		"a text that cannot be":            {pg("22021"), false},
		"no such row":                      {pgx.ErrNoRows, false},
		"the caller has given up":          {context.Canceled, false},
		"an error of somebody else's":      {errors.New("not found"), false},
		"nothing":                          {nil, false},
		"an error with a code of one byte": {pg("5"), false},
	} {
		if got := projections.Away(c.err); got != c.away {
			t.Errorf("%s (%v): away %v, want %v", name, c.err, got, c.away)
		}
	}
	if !projections.DiskFull(pg("53100")) || projections.DiskFull(pg("53300")) || projections.DiskFull(nil) {
		t.Error("a full disk is not told from other shortages")
	}
}
