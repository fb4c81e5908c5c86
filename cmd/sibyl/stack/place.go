package stack

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/pprof"
	"strings"
	"time"

	jsonv1 "github.com/go-json-experiment/json/v1"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/deploy/embedded"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/document"
)

// Opened is a place that answers: a server, an instance that runs already, or one of our own.
type Opened struct {
	client.Client
	Kafka    string // empty when only a server's API is known
	Database string // of the process that was joined, empty if it has one that was named
	Stack    *Stack // nil unless it is our own
}

// Open makes the place answer: a named server is used as it is, a data directory in use is joined, a
// free one is started.
func (p Place) Open(ctx context.Context, deps settings.Dependencies) (*Opened, error) {
	if p.Server != "" {
		return &Opened{Client: client.New(strings.TrimRight(p.Server, "/"), p.Token)}, nil
	}
	dir, err := p.Dir()
	if err != nil {
		return nil, err
	}
	s, err := Start(ctx, dir, Options{Token: p.Token, Loading: p.Loading}, deps, embedded.ListenAnywhere)
	var inUse *embedded.InUseError
	if errors.As(err, &inUse) {
		return p.join(ctx, dir)
	}
	if err != nil {
		return nil, err
	}
	return &Opened{Client: client.New("http://"+s.Listener.Addr().String(), p.Token), Kafka: s.Brokers[0], Stack: s}, nil
}

// join waits for the process that has the directory to say where it listens.
func (p Place) join(ctx context.Context, dir string) (*Opened, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	info, err := embedded.AwaitAnnounced(ctx, dir)
	if err != nil {
		return nil, exit.Down("another process has %s but does not answer: %v", dir, err)
	}
	return &Opened{Client: client.New("http://"+info.API, p.Token), Kafka: info.Kafka, Database: info.Database}, nil
}

// Again makes the place answer once more after it has gone: the process that was joined may have ended
// with its own work, and the directory is then ours.
func (o *Opened) Again(ctx context.Context, p Place, deps settings.Dependencies) error {
	if p.Server != "" || o.Stack != nil {
		return o.Reachable(ctx, 30*time.Second)
	}
	if o.Reachable(ctx, time.Second) == nil {
		return nil
	}
	next, err := p.Open(ctx, deps)
	if err != nil {
		return err
	}
	*o = *next
	return nil
}

// FinishAfter ends what worked in a stack of our own once everything of a run can be read, which is a moment after the run's end was
// seen, and reports whether it has. Its results are read meanwhile, and Close is to be called as ever.
func (o *Opened) FinishAfter(ctx context.Context, run string) bool {
	if o.Stack == nil {
		return false
	}
	var seen struct {
		Status events.RunStatus `json:"status"`
	}
	if err := o.Do(ctx, http.MethodGet, "/runs/"+run, "", nil, &seen); err != nil || seen.Status == events.RunAnalyzing {
		return false
	}
	o.Stack.Finish()
	return true
}

// rowsWithin is many times what the rows of the longest report take: a database that hangs is not waited for without end.
const rowsWithin = time.Minute

// Document reads the document of a run of which everything can be read. In a stack of our own it is made of the rows here: tens of
// megabytes need not be written, sent and read again. A server sends it, and raw is what it sent. The server of our own stack is asked where
// the rows cannot be read in time: it says what is wrong with the database.
func (o *Opened) Document(ctx context.Context, run string, whole bool) (d *document.Document, raw []byte, err error) {
	if whole && o.Stack != nil {
		own, cancel := context.WithTimeout(ctx, rowsWithin)
		defer cancel()
		pprof.Do(own, pprof.Labels("part", "document"), func(ctx context.Context) {
			d, err = document.Read(ctx, o.Stack.Pool, o.Stack.Ports.Store, run)
		})
		if err == nil || ctx.Err() != nil {
			return d, nil, err
		}
	}
	if err := o.Do(ctx, http.MethodGet, "/runs/"+run+"/document", "", nil, &raw); err != nil {
		return nil, nil, err
	}
	d = new(document.Document)
	if err := jsonv1.Unmarshal(raw, d); err != nil {
		return nil, nil, fmt.Errorf("reading the document of run %s: %w", run, err)
	}
	return d, raw, nil
}

// Close stops what open started.
func (o *Opened) Close(ctx context.Context) error {
	if o.Stack == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	return o.Stack.Stop(ctx)
}

// Dir is the data directory.
func (p Place) Dir() (string, error) {
	if p.DataDir != "" {
		return p.DataDir, nil
	}
	dir, err := embedded.DefaultDir()
	if err != nil {
		return "", exit.Usage("choosing the data directory: %v; name one with --data-dir", err)
	}
	return dir, nil
}

// Place says where the data is: a directory of our own, or a server.
type Place struct {
	DataDir string `env:"SIBYL_DATA_DIR" placeholder:"DIR" help:"Directory of the self-contained instance (default: the user's data directory)."`
	Server  string `env:"SIBYL_SERVER" placeholder:"URL" help:"Use this server instead."`
	Token   string `env:"SIBYL_TOKEN" placeholder:"TOKEN" help:"Bearer token of the API, when it asks for one." hidden:""`
	Loading bool   `kong:"-"` // see Options
}
