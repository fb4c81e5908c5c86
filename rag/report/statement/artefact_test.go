package statement_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

func TestStatementsAreReadFromTheirArtefact(t *testing.T) {
	reader, d := bundled(t), twoPages()
	want, err := statement.ReadReport(t.Context(), reader, d)
	if err != nil {
		t.Fatal(err)
	}
	data, err := statement.Encode(want, "parse of two pages")
	if err != nil {
		t.Fatal(err)
	}
	got, err := statement.Decode(data, d)
	if err != nil || got.Reader != reader.Name() || !reflect.DeepEqual(got.Pages, want.Pages) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}

	t.Run("of another document", func(t *testing.T) {
		other := twoPages()
		other.Pages[0].Text = "Climate\nTargets\nWe cut 55 % of emissions.\nWater\nWe save water."
		other.Pages[0].Lines[2].Start = 17
		if _, err := statement.Decode(data, other); !errors.Is(err, statement.ErrOther) {
			t.Errorf("%v, want ErrOther", err)
		}
		other.Pages = other.Pages[:1]
		if _, err := statement.Decode(data, other); !errors.Is(err, statement.ErrOther) {
			t.Errorf("%v, want ErrOther", err)
		}
	})
	t.Run("that is no artefact of statements", func(t *testing.T) {
		if _, err := statement.Decode([]byte(`[1]`), d); err == nil || errors.Is(err, statement.ErrOther) {
			t.Errorf("%v, want an error of its own", err)
		}
		if _, err := statement.Load(t.Context(), oneArtefact(t, "[1]"), artefact.Hash([]byte("[1]")), "parse damaged", d); !errors.Is(err, statement.ErrUnread) {
			t.Errorf("%v, want ErrUnread: nobody must wait for it", err)
		}
	})
}

func TestStatementsAreMadeOnce(t *testing.T) {
	reader, store, d := counting{newCount()}, artefact.NewMemory(), twoPages()
	first, err := statement.Make(t.Context(), store, reader, "parse made once", d)
	if err != nil {
		t.Fatal(err)
	}
	again, err := statement.Make(t.Context(), store, reader, "parse made once", d)
	if err != nil || again != first || reader.asked.Load() != 1 {
		t.Errorf("%s then %s after %d readings, %v", first, again, reader.asked.Load(), err)
	}
}

func TestStatementsWithoutAnArtefactAreReadAnew(t *testing.T) {
	d, store := twoPages(), artefact.NewMemory()
	for name, hash := range map[string]string{"of an older event": "", "of another version": mustPut(t, store, `{"version":"0"}`)} {
		t.Run(name, func(t *testing.T) {
			r, err := statement.Load(t.Context(), store, hash, "parse "+name, d)
			if err != nil || r.Reader != bundled(t).Name() || len(r.Pages) != 2 {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
	t.Run("that is missing", func(t *testing.T) {
		if _, err := statement.Load(t.Context(), store, "no such hash", "parse missing", d); !errors.Is(err, artefact.ErrNotFound) {
			t.Errorf("%v, want ErrNotFound", err)
		}
	})
}

func oneArtefact(t *testing.T, data string) artefact.Store {
	t.Helper()
	s := artefact.NewMemory()
	mustPut(t, s, data)
	return s
}

// failing is a reader that cannot read.
type failing struct{}

func (failing) Name() string { return "failing" }

func (failing) Read(context.Context, []statement.Sentence) ([]statement.Reading, error) {
	return nil, errors.New("no reading")
}

func TestAReaderThatFailsIsNotWaitedFor(t *testing.T) {
	if _, err := statement.Make(t.Context(), artefact.NewMemory(), failing{}, "parse of a failure", twoPages()); !errors.Is(err, statement.ErrUnread) {
		t.Errorf("%v, want ErrUnread", err)
	}
}

func mustPut(t *testing.T, s artefact.Store, data string) string {
	t.Helper()
	hash, err := s.Put(t.Context(), "statements", []byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return hash
}
