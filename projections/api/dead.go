package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/wire"
	"github.com/sibyl-project/sibyl/projections/dead"
)

// ReadRecord reads one record of the log as it stands there. ErrNoRecord says that there is none any more.
type ReadRecord func(ctx context.Context, topic events.Topic, partition int32, offset int64) (*kgo.Record, error)

// ErrNoRecord says that the log does not hold a record any more.
var ErrNoRecord = errors.New("the log holds no such record")

// DeadLetterRow is what a list tells of a dead letter.
type DeadLetterRow struct {
	ID        string            `json:"id"`
	Status    events.DeadStatus `json:"status" enum:"open,retried,discarded"`
	At        time.Time         `json:"at" doc:"when it was given up on, the last time"`
	FirstAt   time.Time         `json:"first_at"`
	Processor string            `json:"processor" doc:"who gave up on it; projections for read models"`
	Reason    events.DeadReason `json:"reason" doc:"rejected, exhausted, undecodable, iteration_cap, crashed, timed_out or unfoldable; empty where it was not recorded"` //nolint:lll // a struct tag cannot be split
	Topic     events.Topic      `json:"topic"`
	Partition int32             `json:"partition"`
	Offset    int64             `json:"offset"`
	Run       string            `json:"run,omitempty"`
	ReportID  string            `json:"report_id,omitempty"`
	Type      string            `json:"type,omitempty" doc:"kind of the event, if it is one"`
	Subject   string            `json:"subject,omitempty"`
	Error     string            `json:"error" doc:"why, at most 2000 characters"`
	Attempts  int               `json:"attempts" doc:"how often its handler was tried the last time"`
	Rounds    int               `json:"rounds" doc:"how often it was given up on"`
	Retries   int               `json:"retries" doc:"how often it was put back on its topic"`
	DecidedAt *time.Time        `json:"decided_at,omitempty"`
}

// DeadLetterView is a dead letter with its record.
type DeadLetterView struct {
	DeadLetterRow
	Key      string            `json:"key"`
	Headers  map[string]string `json:"headers"`
	Data     json.RawMessage   `json:"data,omitempty" doc:"the payload, if it is JSON"`
	Text     string            `json:"text,omitempty" doc:"the payload otherwise, with what cannot be printed escaped"`
	InPlace  bool              `json:"in_place,omitempty" doc:"the record was too large to be copied: it stands at its topic, partition and offset only"`
	Replayed bool              `json:"replayed,omitempty" doc:"it belongs to a run that repeats another one, which nobody retries"`
}

// DeadLetterPage is one page of the dead letters.
type DeadLetterPage struct {
	Letters []DeadLetterRow `json:"letters"`
	Total   int             `json:"total"`
	Page    int             `json:"page"`
	Size    int             `json:"size"`
}

type deadInput struct {
	ID string `path:"id" doc:"dead letter id"`
}

type deadFilter struct {
	Status    string `query:"status" enum:"open,retried,discarded,all" default:"open"`
	Processor string `query:"processor" maxLength:"200" doc:"who gave up"`
	Reason    string `query:"reason" enum:"rejected,exhausted,undecodable,iteration_cap,crashed,timed_out,unfoldable"`
	Run       string `query:"run" maxLength:"200"`
	Page      int    `query:"page" minimum:"1" maximum:"1000000" default:"1"`
	Size      int    `query:"size" minimum:"1" maximum:"1000" default:"50"`
}

type deadAnswer struct {
	Status int
	Body   DeadLetterView
}

func (s *server) registerDead(api huma.API) {
	tags := []string{"Dead letters"}
	huma.Register(api, huma.Operation{
		OperationID: "list-dead", Method: http.MethodGet, Path: "/api/v1/dead", Tags: tags,
		Summary: "Events that were given up on, the latest first",
	}, s.listDead)
	huma.Register(api, huma.Operation{
		OperationID: "get-dead", Method: http.MethodGet, Path: "/api/v1/dead/{id}", Tags: tags,
		Summary: "One dead letter with its record",
		Errors:  []int{http.StatusNotFound},
	}, func(ctx context.Context, in *deadInput) (*struct{ Body DeadLetterView }, error) {
		l, err := dead.Get(ctx, s.Pool, in.ID)
		return answer(ctx, s, deadView(l), err)
	})
	huma.Register(api, huma.Operation{
		OperationID: "retry-dead", Method: http.MethodPost, Path: "/api/v1/dead/{id}/retry", Tags: tags, DefaultStatus: http.StatusAccepted,
		Summary: "Put the event of a dead letter back on its topic",
		Description: "Who has handled the event before takes it for a repeat; the processor that gave up on it decides anew. If it gives up " +
			"again, the letter is open again. 200 says that this was asked for before. 409 says why nothing would come of a retry: the letter was " +
			"discarded, its run has failed or is a replay, its record is no event or no longer on the log.",
		Errors:    []int{http.StatusNotFound, http.StatusConflict},
		Responses: map[string]*huma.Response{"200": {Description: "it has been put back already"}},
	}, s.retryDead)
	huma.Register(api, huma.Operation{
		OperationID: "discard-dead", Method: http.MethodPost, Path: "/api/v1/dead/{id}/discard", Tags: tags,
		Summary:     "Say that a dead letter will not be retried",
		Description: "The letter stays on the log. 409 says that it was retried or discarded before.",
		Errors:      []int{http.StatusNotFound, http.StatusConflict},
	}, s.discardDead)
}

func (s *server) listDead(ctx context.Context, in *deadFilter) (*struct{ Body DeadLetterPage }, error) {
	f := dead.Filter{Status: events.DeadStatus(in.Status), Processor: in.Processor, Reason: events.DeadReason(in.Reason), Run: in.Run}
	if in.Status == "all" {
		f.Status = ""
	}
	letters, total, err := dead.List(ctx, s.Pool, f, in.Size, (in.Page-1)*in.Size)
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	out := DeadLetterPage{Letters: make([]DeadLetterRow, 0, len(letters)), Total: total, Page: in.Page, Size: in.Size}
	for _, l := range letters {
		out.Letters = append(out.Letters, deadRow(l))
	}
	return &struct{ Body DeadLetterPage }{out}, nil
}

func (s *server) retryDead(ctx context.Context, in *deadInput) (*deadAnswer, error) {
	l, err := dead.Get(ctx, s.Pool, in.ID)
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	answer := &deadAnswer{Status: http.StatusOK}
	if l.Status != events.LetterRetried {
		event, err := s.eventOf(ctx, l)
		if err != nil {
			return nil, s.failure(ctx, err)
		}
		known, err := s.Outbox.RetryDead(ctx, events.DeadDecision{Letter: l.ID, Round: l.Rounds}, event)
		if err != nil {
			return nil, s.failure(ctx, err)
		}
		if !known {
			answer.Status = http.StatusAccepted
		}
	}
	answer.Body, err = s.decided(ctx, l)
	return answer, err
}

func (s *server) discardDead(ctx context.Context, in *deadInput) (*struct{ Body DeadLetterView }, error) {
	l, err := dead.Get(ctx, s.Pool, in.ID)
	if err == nil {
		err = s.Outbox.DiscardDead(ctx, events.DeadDecision{Letter: l.ID, Round: l.Rounds})
	}
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	view, err := s.decided(ctx, l)
	if err != nil {
		return nil, err
	}
	return &struct{ Body DeadLetterView }{view}, nil
}

// decisionWait is how many seconds the read model is given to show a decision.
const decisionWait = 5

// decided is a letter once the decision about it is shown, or after a moment as it is shown until then.
func (s *server) decided(ctx context.Context, before dead.Letter) (DeadLetterView, error) {
	l := before
	err := s.await(ctx, before.ID, decisionWait, func() (done bool, err error) {
		l, err = dead.Get(ctx, s.Pool, before.ID)
		return l.Status != events.LetterOpen || l.Rounds > before.Rounds, err
	})
	if err != nil {
		return DeadLetterView{}, s.failure(ctx, err)
	}
	return deadView(l), nil
}

// eventOf is the event of a letter as it goes back to its topic, or why nothing would come of that.
func (s *server) eventOf(ctx context.Context, l dead.Letter) (events.Record, error) {
	refuse := func(why string) (events.Record, error) {
		return events.Record{}, Refusal{http.StatusConflict, "Dead letter " + l.ID + " cannot be retried: " + why + "."}
	}
	switch {
	case l.Replay:
		return refuse("its run repeats another one, and processors pass over events of replays")
	case l.Processor == projectionsName:
		return refuse("the log is right and a read model could not fold it; `sibyl rebuild` folds it again")
	case l.Reason == events.DeadIterationCap:
		return refuse("its event is beyond its cap of iterations, and would be again")
	}
	if _, err := events.TopicNamed(l.Topic); err != nil {
		return refuse("there is no topic " + strconv.Quote(string(l.Topic)))
	}
	record, err := s.recordOf(ctx, l)
	if errors.Is(err, ErrNoRecord) {
		return refuse("its record was too large to be copied and is no longer on the log")
	}
	if err != nil {
		return events.Record{}, err
	}
	event, err := wire.Decode(record)
	switch kind, known := events.KindNamed(event.Type); {
	case err != nil:
		return refuse("its record is no event")
	case !known:
		return refuse("nobody handles events of the kind " + strconv.Quote(event.Type))
	case kind.Topic != l.Topic:
		return refuse("events of the kind " + event.Type + " belong on " + string(kind.Topic))
	case !utf8.ValidString(event.Key):
		return refuse("its key is no text")
	}
	return event, nil
}

// projectionsName is who gives up on what read models cannot fold.
const projectionsName = "projections"

// recordOf is the record of a letter: its copy, or what was too large for one from its place on the log.
func (s *server) recordOf(ctx context.Context, l dead.Letter) (*kgo.Record, error) {
	if inPlace(l) {
		if s.Record == nil {
			return nil, Refusal{http.StatusServiceUnavailable, "This server does not read the log; ask one that does."}
		}
		return s.Record(ctx, l.Topic, l.Partition, l.Offset)
	}
	k := &kgo.Record{Topic: string(l.Topic), Partition: l.Partition, Offset: l.Offset, Key: []byte(l.Key), Value: l.DeadLetter.Data}
	for name, value := range l.Headers {
		k.Headers = append(k.Headers, kgo.RecordHeader{Key: name, Value: []byte(value)})
	}
	return k, nil
}

// inPlace reports whether a letter only says where its record stands, which was too large to be copied.
func inPlace(l dead.Letter) bool { return len(l.Headers) == 0 && len(l.DeadLetter.Data) == 0 }

func deadRow(l dead.Letter) DeadLetterRow {
	return DeadLetterRow{
		ID: l.ID, Status: l.Status, At: l.At, FirstAt: l.FirstAt, Processor: l.Processor, Reason: l.Reason,
		Topic: l.Topic, Partition: l.Partition, Offset: l.Offset, Run: l.Run, ReportID: l.Report,
		Type: l.Headers[wire.HeaderType], Subject: l.Headers[wire.HeaderSubject], Error: l.Error,
		Attempts: l.Attempts, Rounds: l.Rounds, Retries: l.Retries, DecidedAt: l.DecidedAt,
	}
}

func deadView(l dead.Letter) DeadLetterView {
	v := DeadLetterView{DeadLetterRow: deadRow(l), Key: l.Key, Headers: l.Headers, InPlace: inPlace(l), Replayed: l.Replay}
	switch data := l.DeadLetter.Data; {
	case v.InPlace:
		v.Headers = map[string]string{}
	case json.Valid(data) && utf8.Valid(data):
		v.Data = data
	case len(data) > 0:
		v.Text = escapedText(string(data))
	}
	return v
}

// escapedText escapes what cannot be printed, and the backslash that escapes it. Quotation marks stay: the answer's
// JSON escapes them once already.
func escapedText(s string) string {
	quoted := strconv.Quote(s)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}
