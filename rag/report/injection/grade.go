package injection

import "github.com/sibyl-project/sibyl/data/lexicon"

// What tells a machine what to find has many forms, and no list of them is complete. So beside the rules it is
// looked for by its parts: an order to assess (rate, treat, answer), what is assessed (this report, a verdict,
// every claim), and the result (verified, compliant, the best). Reports tell people what to do, too, but not
// what to think of this report.

var (
	assessing = lexicon.Set("injection.assessing")
	// named are nouns as well, so that an article or what is assessed must follow them.
	named = wordsOf("rate score grade mark set issue return output answer state")
	// placing is said of targets and bonds too: only of a verdict it is an order to a machine.
	placing  = wordsOf("set issue return output confirm give award")
	replying = wordsOf("return output answer respond reply say")
	// viewing say how to take what is assessed: "treat the targets as achieved".
	viewing      = wordsOf("treat regard mark classify rate")
	plainResults = wordsOf("verified true compliant corroborated supported accurate valid confirmed proven audited assured achieved addressed correct")
	articles     = wordsOf("the this these those all every each any it them that as")
	verdicts     = wordsOf("verdict verdicts gap gaps contradiction contradictions inconsistency inconsistencies greenwashing")
	judged       = wordsOf("tables table data numbers claim claims statement statements disclosure disclosures figure figures target targets finding findings")
	papers       = wordsOf("file report document page text section company issuer disclosure statement claim disclosures statements claims")
	pointing     = wordsOf("this these following above")
	quantity     = wordsOf("every each all any following above")
	results      = lexicon.Set("injection.results")
	// others are those of whom or to whom a report speaks.
	others = wordsOf("we our us suppliers supplier employees employee customers customer auditors auditor board management banks bank partners")
)

// farthestResult is how many words behind an order its result may stand.
const farthestResult = 14

// grades reports whether a text orders a result of its assessment.
func grades(ws []uttered) bool {
	for i := range ws {
		if assessing[ws[i].text] && orders(ws, i, true) && gradesFrom(ws, i) {
			return true
		}
	}
	return false
}

func gradesFrom(ws []uttered, i int) bool {
	verb := ws[i].text
	if i+1 == len(ws) {
		return false
	}
	if next := ws[i+1].text; replying[verb] && plainResults[next] {
		return i+2 == len(ws) || ws[i+2].text != "by" && !others[ws[i+2].text]
	} else if named[verb] && !articles[next] && !verdicts[next] {
		return false
	}
	here, judging, many, result := false, false, false, false
	for k := i + 1; k < len(ws) && k <= i+farthestResult; k++ {
		w := ws[k].text
		switch {
		case others[w], w == "from" && k+1 < len(ws) && ws[k+1].text != "now":
			return false
		case verdicts[w], pointing[w] && k+1 < len(ws) && papers[ws[k+1].text]:
			here = true
		}
		judging = judging || judged[w]
		many = many || quantity[w] || viewing[verb] && judging && w == "as" && k < i+6 && k+1 < len(ws) && plainResults[ws[k+1].text]
		result = result || results[w]
	}
	return result && (here || judging && many && !placing[verb])
}
