package reason

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"
)

// mode is how an endpoint wants to be asked for JSON of a model. It is found out by asking, once, and kept.
type mode string

// The modes, in the order in which they are tried.
const (
	bySchema mode = "json_schema"   // the answer's schema as it is
	byPlain  mode = "plain_schema"  // the schema without bounds, as strict modes want it
	byShape  mode = "object_schema" // a JSON object with the schema beside it, as llama-cpp-python wants it
	byObject mode = "json_object"   // any JSON object
	byWords  mode = "text"          // the prompt alone asks for JSON
)

var modes = []mode{bySchema, byPlain, byShape, byObject, byWords}

// next is the mode to try when one was refused; empty after the last.
func (m mode) next() mode {
	for i, x := range modes[:len(modes)-1] {
		if x == m {
			return modes[i+1]
		}
	}
	return ""
}

// completion is what a model has answered, and what it took.
type completion struct {
	text            string
	cut             bool // it reached the most tokens of an answer
	in, cached, out int
	counted         bool // by the server; else in and out are estimates from above
}

// failure is an attempt without an answer.
type failure struct {
	status int
	err    error
	again  bool          // the same request may be answered later
	whole  bool          // the endpoint refuses everything: the key, the address
	shape  bool          // it may be the form of the request that is refused
	lost   bool          // it may have been charged all the same
	after  time.Duration // what the server asks to wait
}

// largest is how many bytes of an answer are read.
const largest = 4 << 20

// exchange carries one request and its answer. The client reads answers of any size, takes a redirect for one and keeps no header of
// a refusal: all that is settled here, before it sees them.
type exchange struct {
	http    *http.Client
	key     string
	shape   json.RawMessage // put beside the format that is asked for, which the client has no field for
	failure *failure
}

// Do implements openai.HTTPDoer.
func (x *exchange) Do(request *http.Request) (*http.Response, error) {
	if x.shape != nil {
		if err := x.shaped(request); err != nil {
			x.failure = &failure{err: err}
			return nil, err
		}
	}
	response, err := x.http.Do(request)
	if err != nil {
		x.failure = &failure{err: errors.New(x.plain(err.Error())), again: true, lost: sent(err)}
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		x.failure = x.refused(response)
		return nil, x.failure.err
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, largest+1))
	switch {
	case err != nil:
		x.failure = &failure{status: response.StatusCode, err: fmt.Errorf("its answer broke off: %w", err), again: true, lost: true}
	case len(data) > largest:
		x.failure = &failure{status: response.StatusCode, err: fmt.Errorf("its answer has more than %d bytes", largest), lost: true}
	case !json.Valid(data):
		x.failure = &failure{status: response.StatusCode, err: errors.New("what it sent is no JSON"), again: true, lost: true}
	default:
		x.failure = saidFailure(data)
	}
	if x.failure != nil {
		return nil, x.failure.err
	}
	response.Body = io.NopCloser(bytes.NewReader(data))
	return response, nil
}

// shaped puts the schema into the body of a request.
func (x *exchange) shaped(request *http.Request) error {
	body := map[string]json.RawMessage{}
	if err := json.NewDecoder(request.Body).Decode(&body); err != nil {
		return fmt.Errorf("reading the request: %w", err)
	}
	format, err := json.Marshal(map[string]any{"type": "json_object", "schema": x.shape})
	if err != nil {
		return fmt.Errorf("writing the schema: %w", err)
	}
	body["response_format"] = format
	data, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("writing the request: %w", err)
	}
	request.Body, request.ContentLength = io.NopCloser(bytes.NewReader(data)), int64(len(data))
	request.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
	return nil
}

// sent reports whether a request that failed may have reached the server: all but one that found nobody to connect to.
func sent(err error) bool {
	text := err.Error()
	return !strings.Contains(text, "connection refused") && !strings.Contains(text, "no such host") && !strings.Contains(text, "dial ")
}

// saidFailure finds the refusal that some servers send with status 200.
func saidFailure(data []byte) *failure {
	var said struct {
		Error *struct {
			Message string `json:"message"`
			Code    any    `json:"code"`
		} `json:"error"`
		Choices []json.RawMessage `json:"choices"`
	}
	if json.Unmarshal(data, &said) != nil || said.Error == nil || len(said.Choices) > 0 {
		return nil
	}
	status, err := strconv.Atoi(fmt.Sprint(said.Error.Code))
	if err != nil || status < http.StatusBadRequest {
		status = http.StatusBadGateway // it does not say; such errors are those of who stands behind the server
	}
	f := of(status)
	f.err = errors.New(clip(said.Error.Message, 200))
	return f
}

// givenUp are the statuses of who stands before a model and has waited for it in vain: it may have answered, and be paid.
var givenUp = []int{http.StatusRequestTimeout, http.StatusBadGateway, http.StatusGatewayTimeout, 524}

// of is what a status says.
func of(status int) *failure {
	f := &failure{status: status}
	switch {
	case status == http.StatusTooManyRequests, status == http.StatusRequestTimeout, status >= 500:
		f.again = true
		f.lost = slices.Contains(givenUp, status)
	case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusPaymentRequired, status < 400:
		f.whole = true
	case status == http.StatusBadRequest, status == http.StatusUnprocessableEntity:
		f.shape = true
	}
	return f
}

func (x *exchange) refused(response *http.Response) *failure {
	said, err := io.ReadAll(io.LimitReader(response.Body, 2<<10))
	if err != nil {
		said = nil // the status says enough
	}
	f := of(response.StatusCode)
	if response.StatusCode == http.StatusInternalServerError && ofFormat(string(said)) {
		f.again, f.shape = false, true // some servers fail where they should refuse
	}
	f.err = fmt.Errorf("status %d: %s", response.StatusCode, x.plain(string(said)))
	if v := strings.TrimSpace(response.Header.Get("Retry-After")); v != "" && f.again {
		if s, err := strconv.Atoi(v); err == nil {
			f.after = time.Duration(min(max(s, 0), 1<<20)) * time.Second
		} else if at, err := http.ParseTime(v); err == nil {
			f.after = max(time.Until(at), 0)
		}
	}
	return f
}

// plain is what a server has said as it may be shown: short, one line, without the key.
func (x *exchange) plain(text string) string {
	if x.key != "" {
		text = strings.ReplaceAll(text, x.key, "(key)")
	}
	return clip(text, 300)
}

// send makes one request.
func (e *endpoint) send(ctx context.Context, model string, p *Prompt, conversation []message, as mode) (completion, *failure) {
	x := &exchange{http: e.HTTP, key: e.Key}
	config := openai.DefaultConfig(e.Key)
	config.BaseURL, config.HTTPClient = strings.TrimRight(e.BaseURL, "/"), x
	q := openai.ChatCompletionRequest{Model: model, Temperature: p.Temperature}
	q.MaxTokens = p.MaxOutput //nolint:staticcheck // servers on one's own machine know this name of the limit alone
	if q.Temperature == 0 {
		q.Temperature = math.SmallestNonzeroFloat32 // 0 would be left out, and stand for the server's own
	}
	for _, m := range conversation {
		q.Messages = append(q.Messages, openai.ChatCompletionMessage{Role: m.role, Content: m.text})
	}
	switch as {
	case bySchema, byPlain:
		shape := p.schema.wire
		if as == byPlain {
			shape = p.schema.plain
		}
		q.ResponseFormat = &openai.ChatCompletionResponseFormat{
			Type:       openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: p.Name, Schema: shape, Strict: true},
		}
	case byShape, byObject:
		if as == byShape {
			x.shape = p.schema.wire
		}
		q.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
	default:
	}
	a, err := openai.NewClientWithConfig(config).CreateChatCompletion(ctx, q)
	if newer(err) { // models that think first name the limit otherwise and have a temperature of their own
		q.MaxCompletionTokens, q.Temperature = p.MaxOutput, 1
		q.MaxTokens = 0 //nolint:staticcheck // as above
		x.failure = nil
		a, err = openai.NewClientWithConfig(config).CreateChatCompletion(ctx, q)
	}
	switch {
	case x.failure != nil:
		return completion{}, x.failure
	case err != nil:
		return completion{}, &failure{err: fmt.Errorf("reading its answer: %w", err), again: true, lost: true}
	case len(a.Choices) == 0:
		return completion{}, &failure{err: errors.New("its answer holds no choice"), again: true, lost: true}
	}
	c := completion{
		text: a.Choices[0].Message.Content, cut: a.Choices[0].FinishReason == openai.FinishReasonLength,
		in: max(0, a.Usage.PromptTokens), out: max(0, a.Usage.CompletionTokens),
	}
	if d := a.Usage.PromptTokensDetails; d != nil {
		c.cached = min(max(0, d.CachedTokens), c.in)
	}
	// A meter that runs backwards, or says that words cost nothing, is none: it would give a budget back what was spent.
	c.counted = c.in > 0 && a.Usage.CompletionTokens >= 0 && (c.out > 0 || c.text == "")
	return c, nil
}

// newer reports whether the client knows the model as one with other parameters: it refuses before anything is sent.
func newer(err error) bool {
	return errors.Is(err, openai.ErrReasoningModelMaxTokensDeprecated) || errors.Is(err, openai.ErrReasoningModelLimitationsOther)
}
