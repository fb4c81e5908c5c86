package embed

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sashabaranov/go-openai"
)

// Limits of an Endpoint.
const (
	requestTimeout = 60 * time.Second
	answerPerValue = 32      // bytes that a number of a vector may take
	answerBesides  = 1 << 16 // bytes for all else
	errorBytes     = 2 << 10 // of a refusal that are read
)

// EndpointConfig says which server makes the vectors.
type EndpointConfig struct {
	BaseURL string // as of the OpenAI API: "/embeddings" is added
	Key     string // sent as a bearer token if not empty, and never printed
	Space   Space  // the model to ask for and the dimensions that it must answer with

	// Rest is for how long an endpoint that could not be reached is not asked again: its error comes at once, so that
	// searches do not each wait for all attempts. 0 for never.
	Rest time.Duration

	HTTP *http.Client                               // by default one with a timeout that follows no redirect
	Wait func(context.Context, time.Duration) error // between attempts; by default the clock
	Now  func() time.Time                           // for dates in Retry-After; by default the clock
	Log  *slog.Logger                               // by default the program's
}

// Endpoint is an Embedder behind an OpenAI-compatible server. Batches are sent one after the other.
type Endpoint struct {
	EndpointConfig

	mu       sync.Mutex
	restedAt time.Time // when it may be asked again
	down     error     // why it rests
}

var _ Embedder = (*Endpoint)(nil)

// EndpointError says that a server did not make vectors. Status is 0 if no answer came.
type EndpointError struct {
	Status   int
	Attempts int
	keyless  bool // it was asked without a key
	err      error
}

func (e *EndpointError) Error() string {
	if e.Status == 0 {
		return fmt.Sprintf("asking for embeddings, attempt %d: %v", e.Attempts, e.err)
	}
	return fmt.Sprintf("asking for embeddings, attempt %d, status %d: %v", e.Attempts, e.Status, e.err)
}

// Unwrap returns the cause.
func (e *EndpointError) Unwrap() error { return e.err }

// Unreachable says whether an error means that an endpoint gave no answer, none for now, or none without a key. One that
// refuses a key or answers with vectors of another length is reached, and wrongly configured.
func Unreachable(err error) bool {
	var e *EndpointError
	if !errors.As(err, &e) {
		return false
	}
	switch {
	case e.Status == 0, e.Status == http.StatusTooManyRequests, e.Status >= 500:
		return true
	}
	return e.keyless && (e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden)
}

// NewEndpoint checks the configuration. It asks nothing yet.
func NewEndpoint(c EndpointConfig) (*Endpoint, error) {
	if c.Space.Model == "" || c.Space.Dimensions < 1 || c.Space.Dimensions > mostDims {
		return nil, fmt.Errorf("preparing an embedding endpoint: a model and 1 to %d dimensions are needed, not %q and %d",
			mostDims, c.Space.Model, c.Space.Dimensions)
	}
	if !strings.HasPrefix(c.BaseURL, "http://") && !strings.HasPrefix(c.BaseURL, "https://") {
		return nil, errors.New("preparing an embedding endpoint: its address must begin with http:// or https://")
	}
	if c.HTTP == nil {
		// A redirect would carry texts and key to a host that nobody configured.
		c.HTTP = &http.Client{Timeout: requestTimeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	if c.Wait == nil {
		c.Wait = pause
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return &Endpoint{EndpointConfig: c}, nil
}

// Space implements Embedder.
func (e *Endpoint) Space() Space { return e.EndpointConfig.Space }

// Embed implements Embedder. Its error is an *EndpointError, or that of ctx.
func (e *Endpoint) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i := range out {
		out[i] = make([]float32, e.Space().Dimensions)
	}
	if err := e.resting(); err != nil {
		return nil, err
	}
	for _, batch := range batches(texts) {
		tokens := 0
		for _, p := range batch {
			tokens += estimate(p.text)
			if p.cut > 0 {
				e.Log.WarnContext(ctx, "text cut before embedding", "text", p.at, "characters", longestText, "cut", p.cut)
			}
		}
		vectors, err := e.ask(ctx, batch)
		if err != nil {
			e.rest(err)
			return nil, err
		}
		for i, p := range batch {
			out[p.at] = vectors[i]
		}
		e.Log.DebugContext(ctx, "embedded", "model", e.Space().Model, "texts", len(batch), "tokens", tokens)
	}
	return out, nil
}

// resting is the error of an endpoint that is not asked for a while.
func (e *Endpoint) resting() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.down != nil && e.Now().Before(e.restedAt) {
		return e.down
	}
	e.down = nil
	return nil
}

func (e *Endpoint) rest(err error) {
	if e.Rest <= 0 || !Unreachable(err) {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.down, e.restedAt = err, e.Now().Add(e.Rest)
}

// once sends one request. A refusal comes back with what the server says of trying again.
func (e *Endpoint) once(ctx context.Context, batch []piece) ([][]float32, refusal) {
	x := &exchange{Endpoint: e, most: int64(answerBesides + len(batch)*(1<<10+e.Space().Dimensions*answerPerValue))}
	config := openai.DefaultConfig(e.Key)
	config.BaseURL, config.HTTPClient = e.BaseURL, x
	q := openai.EmbeddingRequestStrings{Model: openai.EmbeddingModel(e.Space().Model)}
	for _, p := range batch {
		q.Input = append(q.Input, p.text)
	}
	a, err := openai.NewClientWithConfig(config).CreateEmbeddings(ctx, q)
	switch {
	case x.refusal.err != nil:
		return nil, x.refusal
	case x.data == nil:
		return nil, refusal{err: fmt.Errorf("making the request: %w", err)}
	case err != nil:
		return nil, refusal{status: http.StatusOK, err: fmt.Errorf("decoding the answer: %w", err)}
	}
	var refused openai.ErrorResponse // some servers refuse with status 200
	if len(a.Data) != len(batch) && json.Unmarshal(x.data, &refused) == nil && refused.Error != nil {
		return nil, refusal{status: http.StatusOK, err: fmt.Errorf("the server says: %s", e.plain(refused.Error.Message))}
	}
	vectors, err := e.read(a.Data, len(batch))
	return vectors, refusal{status: http.StatusOK, err: err}
}

// exchange carries one request and its answer. The client reads answers of any size, takes a redirect for one and keeps
// no header of a refusal: all that is settled here, before it sees them.
type exchange struct {
	*Endpoint
	most    int64
	data    []byte // of an answer
	refusal refusal
}

// Do implements openai.HTTPDoer.
func (x *exchange) Do(request *http.Request) (*http.Response, error) {
	response, err := x.HTTP.Do(request)
	if err != nil {
		x.refusal = refusal{err: err, again: true}
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		x.refusal = x.refused(response)
		return nil, x.refusal.err
	}
	x.data, err = io.ReadAll(io.LimitReader(response.Body, x.most+1))
	switch {
	case err != nil:
		x.refusal = refusal{err: fmt.Errorf("reading the answer: %w", err), again: true}
	case int64(len(x.data)) > x.most:
		x.refusal = refusal{status: response.StatusCode, err: fmt.Errorf("the answer has more than %d bytes", x.most)}
	}
	response.Body = io.NopCloser(bytes.NewReader(x.data))
	return response, x.refusal.err
}

// read checks an answer: one vector for each text, each of the right length and of finite numbers.
func (e *Endpoint) read(data []openai.Embedding, texts int) ([][]float32, error) {
	if len(data) != texts {
		return nil, fmt.Errorf("%d vectors for %d texts", len(data), texts)
	}
	// Servers that leave the numbers out, which reads as zeros, answer in the order of the texts.
	numbered := slices.ContainsFunc(data, func(d openai.Embedding) bool { return d.Index != 0 })
	out := make([][]float32, texts)
	for i, d := range data {
		at := i
		if numbered {
			at = d.Index
		}
		if at < 0 || at >= texts || out[at] != nil {
			return nil, fmt.Errorf("vector %d says that it is number %d of %d", i, at, texts)
		}
		if len(d.Embedding) != e.Space().Dimensions {
			return nil, fmt.Errorf("vector %d has %d dimensions, model %s is configured with %d", at, len(d.Embedding), e.Space().Model, e.Space().Dimensions)
		}
		v, err := unitOf(d.Embedding)
		if err != nil {
			return nil, fmt.Errorf("vector %d: %w", at, err)
		}
		out[at] = v
	}
	return out, nil
}

func unitOf(values []float32) ([]float32, error) {
	var square float64
	for _, x := range values {
		square += float64(x) * float64(x) // exact, so that machines that fuse it with the sum get the same
	}
	if square == 0 {
		return nil, errors.New("a length of 0")
	}
	length := math.Sqrt(square)
	out := make([]float32, len(values))
	for i, x := range values {
		out[i] = float32(float64(x) / length)
	}
	return out, nil
}
