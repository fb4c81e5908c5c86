package settings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/rag/ledger"
)

// Reasoning says which language models are asked. Without a model and without a key none is: the rules judge alone.
type Reasoning struct {
	LLMBaseURL string `name:"llm-base-url" env:"SIBYL_LLM_BASE_URL" placeholder:"URL" help:"${llm_base_url_help}"`
	LLMAPIKey  string `name:"llm-api-key" env:"SIBYL_LLM_API_KEY" placeholder:"KEY" help:"Its key." hidden:""`
	LLMModel   string `name:"llm-model" env:"SIBYL_LLM_MODEL" placeholder:"NAME" help:"${llm_model_help}"`

	LLMModelExtract     string `name:"llm-model-extract" env:"SIBYL_LLM_MODEL_EXTRACT" hidden:""`
	LLMModelDedupe      string `name:"llm-model-dedupe" env:"SIBYL_LLM_MODEL_DEDUPE" hidden:""`
	LLMModelLegal       string `name:"llm-model-legal" env:"SIBYL_LLM_MODEL_LEGAL" hidden:""`
	LLMModelDataMetrics string `name:"llm-model-data-metrics" env:"SIBYL_LLM_MODEL_DATA_METRICS" hidden:""`
	LLMModelNewsMedia   string `name:"llm-model-news-media" env:"SIBYL_LLM_MODEL_NEWS_MEDIA" hidden:""`
	LLMModelAcademic    string `name:"llm-model-academic" env:"SIBYL_LLM_MODEL_ACADEMIC" hidden:""`
	LLMModelJudge       string `name:"llm-model-judge" env:"SIBYL_LLM_MODEL_JUDGE" hidden:""`
	LLMModelReply       string `name:"llm-model-reply" env:"SIBYL_LLM_MODEL_REPLY" hidden:""`

	LLMBudget       string        `name:"llm-budget" env:"SIBYL_LLM_BUDGET_USD" placeholder:"USD" help:"${llm_budget_help}"`
	LLMBudgetTokens int           `name:"llm-budget-tokens" env:"SIBYL_LLM_BUDGET_TOKENS" placeholder:"N" help:"The same in tokens."`
	LLMPrices       string        `name:"llm-prices" env:"SIBYL_LLM_PRICES" type:"path" placeholder:"FILE" help:"Price table that goes before the bundled one."`
	LLMConcurrency  int           `name:"llm-concurrency" env:"SIBYL_LLM_CONCURRENCY" default:"8" placeholder:"N" help:"Calls under way at once."`
	LLMPerMinute    int           `name:"llm-per-minute" env:"SIBYL_LLM_PER_MINUTE" placeholder:"N" help:"Calls that begin in a minute; 0 for no limit."`
	LLMTimeout      time.Duration `name:"llm-timeout" env:"SIBYL_LLM_TIMEOUT" default:"2m" placeholder:"TIME" help:"How long one call may take."`
	LLMSpeed        int           `name:"llm-speed" env:"SIBYL_LLM_SPEED" placeholder:"N" help:"Tokens an answer grows by in a second, for estimates (60)."`
	LLMPatience     time.Duration `name:"llm-patience" env:"SIBYL_LLM_PATIENCE" default:"2m" placeholder:"TIME" help:"${llm_patience_help}"`
}

const openRouter = "https://openrouter.ai/api/v1"

// ofOpenRouter are the models of roles where a key is all that is configured.
func ofOpenRouter(r reason.Role) string {
	switch r {
	case reason.Judge:
		return "anthropic/claude-opus-4.5"
	case reason.Dedupe:
		return "anthropic/claude-haiku-4.5"
	default:
		return "anthropic/claude-sonnet-4.5"
	}
}

// Models lists the model of each role that is asked. "none" keeps a role to the rules.
func (r Reasoning) Models() reason.Models {
	own := map[reason.Role]string{
		reason.Extract: r.LLMModelExtract, reason.Dedupe: r.LLMModelDedupe, reason.Legal: r.LLMModelLegal, reason.DataMetrics: r.LLMModelDataMetrics,
		reason.NewsMedia: r.LLMModelNewsMedia, reason.Academic: r.LLMModelAcademic, reason.Replies: r.LLMModelReply, reason.Judge: r.LLMModelJudge,
	}
	out := reason.Models{}
	for _, role := range reason.Roles() {
		model := cmp.Or(own[role], r.LLMModel)
		if model == "" && r.LLMAPIKey != "" && r.Address() == openRouter {
			model = ofOpenRouter(role)
		}
		if model != "" && model != "none" {
			out[role] = model
		}
	}
	return out
}

// Address is where models are asked; empty if nowhere.
func (r Reasoning) Address() string {
	if r.LLMBaseURL == "" && r.LLMAPIKey != "" {
		return openRouter
	}
	return r.LLMBaseURL
}

// Asker prepares what agents ask models with; nil where none is configured.
func (r Reasoning) Asker(book ledger.Book) (*reason.Asker, error) {
	models := r.Models()
	if len(models) == 0 {
		return nil, nil
	}
	if r.Address() == "" {
		return nil, exit.Usage("a language model is named, but not where it is: set SIBYL_LLM_BASE_URL, or SIBYL_LLM_API_KEY for OpenRouter")
	}
	limit := ledger.Limit{Tokens: r.LLMBudgetTokens}
	if r.LLMBudget != "" {
		d, _, err := apd.NewFromString(r.LLMBudget)
		if err != nil || d.Form != apd.Finite || d.Negative || d.NumDigits() > 15 || d.Exponent < -9 || d.Exponent > 9 {
			return nil, exit.Usage("SIBYL_LLM_BUDGET_USD must be an amount in dollars such as 2.50, not %q", r.LLMBudget)
		}
		limit.USD = d
	}
	prices, err := r.Prices()
	if err != nil {
		return nil, err
	}
	a, err := reason.New(reason.Config{
		Endpoint: reason.EndpointConfig{
			BaseURL: r.Address(), Key: r.LLMAPIKey, Concurrent: r.LLMConcurrency, PerMinute: r.LLMPerMinute, Timeout: r.LLMTimeout,
		},
		Models: models, Budget: limit, Prices: prices, Book: book, Patience: r.LLMPatience,
	})
	if err != nil {
		return nil, exit.Usage("%v; see SIBYL_LLM_BASE_URL and SIBYL_LLM_MODEL", err)
	}
	return a, nil
}

// Prices is the table of prices.
func (r Reasoning) Prices() (reason.Prices, error) {
	prices, err := reason.ReadPrices(r.LLMPrices)
	if err != nil {
		return nil, exit.Usage("%v; see SIBYL_LLM_PRICES", err)
	}
	return prices, nil
}

// Describe is a line for `sibyl doctor`; the key is never in it.
func (r Reasoning) Describe() string {
	models := r.Models()
	if len(models) == 0 {
		return "none: rules judge alone (SIBYL_LLM_MODEL and SIBYL_LLM_BASE_URL, or SIBYL_LLM_API_KEY for OpenRouter)"
	}
	var names []string
	for _, m := range models {
		if m, _, _ = strings.Cut(m, "?"); !slices.Contains(names, m) {
			names = append(names, m)
		}
	}
	slices.Sort(names)
	budget := ""
	if r.LLMBudget != "" {
		budget = fmt.Sprintf("; at most %s dollars a run", r.LLMBudget)
	}
	return strings.Join(names, ", ") + " at " + withoutPassword(r.Address()) + budget
}
