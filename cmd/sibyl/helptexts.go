package main

import "github.com/alecthomas/kong"

// helpTexts are the help texts of flags that are too long for a line with the flag's other tags.
var helpTexts = kong.Vars{
	"addr_help":               "Where the page and the API are served (default: 127.0.0.1:8080, or a free port if that is taken).",
	"embedding_base_url_help": "Address of that endpoint, to which /embeddings is added.",
	"eval_data_help": "Another folder of labels, or for one set another file of the same shape. " +
		"By default the folder in SIBYL_EVAL or ../shared/eval.",
	"evidence_tier_help": "Of one file: 1 authorities, courts, investigations; 2 established press; " +
		"3 company releases, analysts; 4 unknown (default).",
	"instance_help":     "Stable name of this instance; two must not share one (default: the data directory's id, or the host's name).",
	"memory_limit_help": "Where the garbage collector begins to work harder; GOMEMLIMIT goes before it.",
	"memory_max_help":   "Most memory that the processors may have before they are started again without what took it; 0 for any.",
	"ocr_help":          "Recognise text on pages that are pictures, by tesseract where it is installed",
	"ocr_language_help": "Languages of such pages, as tesseract names them (default: eng).",
}
