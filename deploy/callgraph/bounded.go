package main

// An exception is a cycle that ends for a reason that its code states.
type exception struct {
	members []string // as cycles finds them: all of them, sorted
	why     string
}

// bounded are the cycles that are allowed. A new one needs an argument that is strictly smaller at every turn, or a count of
// depth, and a test at that bound; two rules that ask each other are never one.
var bounded = []exception{
	{[]string{"(*rag/pdf/hidden.file).pages$walk", "(*rag/pdf/hidden.file).pages$walk$1"},
		"descends the tree of pages of a PDF: no deeper than deepest (64), no object twice"},
	{[]string{"(*rag/pdf/hidden.file).tree$walk", "(*rag/pdf/hidden.file).tree$walk$1"},
		"descends a name tree of a PDF: no deeper than deepest (64), no object twice"},
	{[]string{"(*rag/pdf/hidden.reading).fields$walk", "(*rag/pdf/hidden.reading).fields$walk$1"},
		"descends the fields of a PDF's form: no deeper than deepest (64), no object twice"},
	{[]string{"(*rag/pdf/hidden.reading).outline$walk", "(*rag/pdf/hidden.reading).outline$walk$1"},
		"descends the outline of a PDF: no deeper than deepest (64), no object twice"},
	{[]string{"(*rag/pdf/hidden.settling).entries", "(*rag/pdf/hidden.settling).settle"},
		"descends a property list of a PDF: no deeper than deepest (64)"},
	{[]string{"(*rag/pdf/hidden.settling).holds"},
		"descends an expression of visibility: no deeper than deepest (64), with a budget for its width"},
	{[]string{
		"(*rag/pdf/layout.orderer).columns", "(*rag/pdf/layout.orderer).leaf", "(*rag/pdf/layout.orderer).read",
		"(*rag/pdf/layout.orderer).region", "(*rag/pdf/layout.orderer).withSideHeadings",
	},
		"divides a page: no deeper than mostDepth (8) between panels, and panels are at most mostFills, each within a larger one"},
	{[]string{
		"(*rag/pdf/layout.orderer).liftQuotes", "(*rag/pdf/layout.orderer).mergeRuns",
		"(*rag/pdf/layout.orderer).plan", "(*rag/pdf/layout.orderer).planRun",
	},
		"divides a region into columns: no deeper than mostDepth (8)"},
	{[]string{
		"(*rag/pdf/table.frame).besides", "(*rag/pdf/table.frame).firstBeside",
		"(*rag/pdf/table.frame).only", "(*rag/pdf/table.frame).readBeside",
	},
		"parts a page where tables stand side by side: its depth counts down to 0, and no more than mostParted strips are tried on a page"},
	{[]string{"(*rag/pdf/paint.mask).level", "(*rag/pdf/paint.piece).at"},
		"looks through soft masks, each made before the one that it is part of: no deeper than groups nest, deepest (10,000), within the painter's budget of work"},
	{[]string{"(*processors/legal.parser).members"},
		"expands the groups of cues.txt, which is part of the program: a group within itself would fail every start and every test"},
	{[]string{"(*processors/legal/terms.Trie).from"},
		"goes one star further down a term of cues.txt: no deeper than a term has stars"},
	{[]string{"(*rag.exact).nearest$admits"},
		"no call of itself: the filter is replaced once by one that asks the filter before"},
	{[]string{"(processors/legal.standard).items"},
		"descends the paragraphs of the bundled registry, whose tree a test checks"},
	{[]string{"processors/claims.split"},
		"splits the rest of a sentence, which is shorter, and no more than mostTries (16) times"},
	{[]string{"rag/pdf/hidden.holdsText"},
		"descends an object of a PDF: no deeper than deepest (64)"},
	{[]string{"rag/pdf/table/printed.ReadFigure", "rag/pdf/table/printed.readEnclosed"},
		"reads a figure within brackets, which is shorter than the cell: no cell above 80 bytes is read"},
	{[]string{"processors/replay.firstDifference"},
		"descends decoded JSON, which the decoder refuses when it nests deeper than 10,000"},
	{[]string{"rag/report/quantity.Measures", "rag/report/quantity.twice", "rag/report/quantity.withoutTail"},
		"reads a unit without its tail, its bracket, as alternatives or in each of two languages, each shorter than the unit: none above maxUnit (80 bytes) is read"},
	{[]string{"rag/report/quantity.unitReadings"},
		"reads the unit behind \"CO2e in\", which is shorter: none above maxUnit (80 bytes) is read"},
}
