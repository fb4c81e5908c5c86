package main

import (
	"github.com/alecthomas/kong"

	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
)

// CLI is the command line of the contract.
type CLI struct {
	Up       UpCmd       `cmd:"" help:"Everything in one process, with a page to look at; no configuration needed."`
	Analyze  AnalyzeCmd  `cmd:"" help:"One report from PDF to verdicts, with progress."`
	Preview  PreviewCmd  `cmd:"" help:"What a report is and where it says so, before any analysis."`
	Run      RunCmd      `cmd:"" help:"Run single processors, to scale them apart."`
	Project  ProjectCmd  `cmd:"" help:"Fold the log into the read models."`
	Serve    ServeCmd    `cmd:"" help:"Serve the API, the live feed and the page."`
	Topology TopologyCmd `cmd:"" help:"Print the declared processors, topics, keys and state."`
	Topics   TopicsCmd   `cmd:"" help:"Create the topics of the catalogue, or compare."`
	Runs     RunsCmd     `cmd:"" help:"List runs."`
	Show     ShowCmd     `cmd:"" help:"Print the analysis document of a run."`
	Evidence EvidenceCmd `cmd:"" help:"The documents beside the reports: earlier reports, news, papers, filings, certificates, registers."`
	Override OverrideCmd `cmd:"" help:"Rule on a claim by hand; the machine's verdict stays beside it."`
	Review   ReviewCmd   `cmd:"" help:"Comment on a part of a run, set it aside, assign, resolve, sign off, answer, or withdraw."`
	Compare  CompareCmd  `cmd:"" help:"Two reports of one company: restated figures, dropped targets, reworded statements."`
	Replay   ReplayCmd   `cmd:"" help:"Run an analysis again from its events, into a new run."`
	Dead     DeadCmd     `cmd:"" help:"Events that were given up on: look at them, retry, discard."`
	Delete   DeleteCmd   `cmd:"" help:"Remove a report and all that derives from it."`
	Rebuild  RebuildCmd  `cmd:"" help:"Drop read models and fold them again from the log."`
	Rag      RagCmd      `cmd:"" help:"The knowledge base: search it, look paragraphs up, ingest."`
	Verdicts VerdictsCmd `cmd:"" help:"Verdict events as JSON lines, as a downstream consumer sees them."`
	Eval     EvalCmd     `cmd:"" help:"Measured quality on labelled sets, each with what it must reach."`
	Doctor   DoctorCmd   `cmd:"" help:"What is configured, reachable and installed, and what to do about what is not."`
	Version  VersionCmd  `cmd:"" help:"Print the version."`
}

// helpTexts are the help texts of flags that are too long for a line with the flag's other tags.
var helpTexts = kong.Vars{
	"addr_help":               "Where the page and the API are served (default: 127.0.0.1:8080, or a free port if that is taken).",
	"embedding_base_url_help": "Address of that endpoint, to which /embeddings is added.",
	"eval_data_help": "Another folder of labels, or for one set another file of the same shape. " +
		"By default the folder in SIBYL_EVAL or ../shared/eval.",
	"evidence_tier_help": "Of one file: 1 authorities, courts, investigations; 2 established press; " +
		"3 company releases, analysts; 4 unknown (default).",
	"instance_help":      "Stable name of this instance; two must not share one (default: the data directory's id, or the host's name).",
	"gdelt":              settings.GDELT,
	"openalex":           settings.OpenAlex,
	"offline_help":       "Ask no service beyond this machine, whatever is configured (language models have settings of their own).",
	"news_url_help":      "News search; by default the GDELT DOC 2.0 API. \"none\" asks nobody.",
	"news_form_help":     "JSON file that says how another search API is asked and answers.",
	"geocode_url_help":   "Place search that answers as Nominatim does, such as https://nominatim.openstreetmap.org; none is asked without.",
	"stac_url_help":      "Catalogue of satellite images (STAC API), such as https://earth-search.aws.element84.com/v1; none is asked without.",
	"stac_hosts_help":    "Hosts of the catalogue's files, where they lie elsewhere and are not known.",
	"openalex_url_help":  "Index of scholarly works that answers as OpenAlex does, which is the default. \"none\" asks nobody.",
	"mailto_help":        "Address for complaints that services are told.",
	"article_url_help":   "Where the text of articles is read, with {url} for an article's address: a reader or an archive.",
	"article_hosts_help": "Hosts whose articles may be fetched from themselves; of others only title and excerpt are known.",
	"llm_base_url_help":  "OpenAI-compatible endpoint of language models (with a key and no address: OpenRouter).",
	"llm_budget_help":    "Most dollars that models may cost a run; calls beyond are not made.",
	"llm_model_help":     "Language model of all roles; SIBYL_LLM_MODEL_<ROLE> names one for a role (EXTRACT, DEDUPE, LEGAL, ...), none keeps it to the rules.",
	"llm_patience_help":  "How long agents wait for an endpoint that is down before they go on by the rules.",
	"memory_limit_help":  "Where the garbage collector begins to work harder; GOGC and GOMEMLIMIT go before it.",
	"memory_max_help":    "Most memory of the processors before they start again without what took it; from three quarters on collected at any cost (0: any)",
	"pprof_help":         "Serve Go's profiles at /debug/pprof on this address, which must be of this machine alone, such as 127.0.0.1:6060.",
	"ocr_help":           "Recognise text on pages that are pictures, by tesseract where it is installed",
	"ocr_language_help":  "Languages of such pages, as tesseract names them (default: eng).",
}
