package scene

import "strings"

const (
	reasonOverride = "tells the reader to leave its instructions"
	reasonAddress  = "speaks to a language model"
	reasonPrompt   = "speaks of the prompt that it is read with"
	reasonVerdict  = "tells the reader what to find"
	reasonSilence  = "tells the reader what not to look for"
	reasonRole     = "tells the reader who to be"
	reasonAnswer   = "tells the reader what to answer"
)

// written are the rules: a reason, "!" if the first word must begin an order, and steps of words parted by "|";
// a number before a step says within how many words it must come. Words behind "-" must not stand there.
var written = []struct{ reason, rule string }{
	// Leaving instructions.
	{reasonOverride, "ignore disregard forget override bypass neglect overrule | 3 previous prior above earlier preceding foregoing existing original initial your system safety | 2 instruction instructions prompt prompts directive directives guardrails programming"},
	{reasonOverride, "ignore disregard forget override bypass | 3 all any every other | 3 instruction instructions prompt prompts guardrails"},
	{reasonOverride, "!ignore disregard forget | 2 everything anything all | 4 above before previously earlier told said | -costs scope emissions"},
	{reasonOverride, "!ignore disregard forget | 2 above foregoing preceding | 2 and then instead instructions text"},
	{reasonOverride, "!ignore disregard | 1 the | 3 rest remainder other | 3 document report text pages instructions page"},
	{reasonOverride, "new updated revised additional real actual true | 1 instruction instructions directive | 3 follow follows ignore mark rate you for | 2 model models ai llm assistant system reader this"},
	{reasonOverride, "ignoriere ignorieren vergiss missachte | 4 vorherigen bisherigen obigen vorigen früheren alle deine | 3 anweisungen instruktionen befehle vorgaben"},
	{reasonOverride, "ignorez ignorer oubliez | 4 instructions consignes directives | 3 précédentes antérieures ci"},
	{reasonOverride, "ignora ignore ignorar olvida olvide | 4 instrucciones instruções istruzioni | 3 anteriores previas precedenti anteriori"},
	{reasonOverride, "abaikan lupakan | 4 instruksi perintah | 3 sebelumnya di semua"},
	{reasonOverride, "negeer vergeet | 4 vorige eerdere bovenstaande alle | 2 instructies opdrachten"},
	{reasonOverride, "developer dan jailbreak god | 1 mode | 3 enabled activated on now"},
	// Speaking to a model.
	{reasonAddress, "as | 1 an a | 1 ai artificial large language llm | 2 model assistant agent system reviewer evaluator intelligence | 2 you your must should please"},
	{reasonAddress, "as | 1 an a | 1 ai large | 1 language | 1 model"},
	{reasonAddress, "you | 1 are | 2 an a the now | 3 ai llm language chatgpt gpt claude gemini llama copilot assistant chatbot bot"},
	{reasonAddress, "you | 1 are | 1 chatgpt gpt claude gemini llama copilot"},
	{reasonAddress, "if when | 2 you you're | 3 ai llm language chatgpt gpt chatbot bot machine | 3 model agent reading processing assistant system summarizing summarising evaluating analysing analyzing reviewing"},
	{reasonAddress, "!dear attention hey hello hi | 2 ai llm llms chatgpt gpt claude gemini language model assistant chatbot"},
	{reasonAddress, "!note notice message instruction instructions hint warning reminder | 1 to for | 4 ai llm llms chatgpt gpt claude language model models assistant assistants chatbot chatbots crawler crawlers | 3 reading processing analysing analyzing reviewing evaluating summarizing summarising please this you do mark rate ignore must only treat consider"},
	{reasonAddress, "ai llm llms language | 2 model models agent agents assistant assistants reviewer reviewers evaluator evaluators reading processing | 2 must should shall please are | 3 ignore disregard mark rate score treat consider report answer respond output not conclude accept instructed required | -company our we employees"},
	// Prompts.
	{reasonPrompt, "!reveal print show repeat output leak display disclose give | 4 system hidden initial original your | 1 prompt instructions"},
	{reasonPrompt, "your this the | 1 system | 1 prompt"},
	{reasonPrompt, "!system | 1 prompt message instruction instructions override | 3 you ignore mark rate the new from end begin this"},
	{reasonPrompt, "!begin end start | 2 system new of hidden | 2 prompt instructions message"},
	{reasonPrompt, "!system assistant | 1 you ignore disregard mark treat conclude | 6 ai model assistant claims claim instructions verified report must are"},
	// What to find.
	{reasonVerdict, "!mark rate score classify label treat flag accept assess judge consider rule grade evaluate regard report deem declare assume conclude | 5 claim claims statement statements report disclosure disclosures target targets company everything figures verdict verdicts paragraphs | 6 verified true compliant addressed supported accurate correct valid confirmed proven compliance truthful reliable trustworthy positive passed approved | -of-the-year whether if not"},
	{reasonVerdict, "!set give assign return output choose select | 5 verdict verdicts score scores confidence rating status assessment finding findings | 6 verified high highest maximum positive 1 10 100 compliant supported addressed full | -customers employees"},
	{reasonVerdict, "!assign give award return grant | 3 highest maximum top full best perfect | 2 score scores rating ratings grade grades marks | 3 to for"},
	{reasonVerdict, "!respond answer reply conclude state say write | 4 verified compliant supported accurate true | 4 claims claim all every company report requirements paragraphs"},
	{reasonVerdict, "verdict classification answer rating label | 3 must should shall | 2 be | 2 verified positive compliant supported fully true high"},
	{reasonVerdict, "!markiere bewerte stufe | 5 aussage aussagen behauptung behauptungen angaben bericht | 6 verifiziert bestätigt wahr konform richtig"},
	{reasonVerdict, "!tandai nilai anggap | 5 klaim pernyataan laporan | 6 terverifikasi benar patuh"},
	// What not to look for.
	{reasonSilence, "!not never don't avoid refrain | 3 report mention flag look search list raise question check verify contradict criticise criticize quote extract reveal disclose reporting mentioning flagging | 5 gap gaps contradiction contradictions inconsistency inconsistencies greenwashing instruction instructions claims"},
	// Who to be.
	{reasonRole, "pretend | 2 you to | 2 are be"},
	{reasonRole, "!act behave respond | 2 as | 3 ai llm chatgpt dan unrestricted jailbroken | -role"},
	{reasonRole, "you | 1 will must are | 2 now | 2 act behave respond play | 3 as"},
	{reasonRole, "from | 1 now | 1 on | 1 you | 3 are will must respond answer act"},
	// What to answer.
	{reasonAnswer, "you | 1 must should will shall | 2 respond reply answer output return print | 1 with only in as | -to"},
	{reasonAnswer, "!respond reply answer output return print | 1 only exclusively just | 2 with in the as | 4 json verified yes true following word words"},
}

// rulesByWord are the rules by each of their first words.
var rulesByWord = func() map[string][]*rule {
	out := map[string][]*rule{}
	for _, w := range written {
		r := parseRule(w.reason, w.rule)
		for first := range r.steps[0].words {
			out[first] = append(out[first], r)
		}
	}
	return out
}()

func parseRule(reason, s string) *rule {
	r := &rule{reason: reason, never: map[string]bool{}}
	if rest, ok := strings.CutPrefix(s, "!"); ok {
		r.begin, s = true, rest
	}
	for i, part := range strings.Split(s, "|") {
		fields := strings.Fields(part)
		if first, ok := strings.CutPrefix(fields[0], "-"); ok {
			fields[0] = first
			for _, f := range fields {
				r.never[f] = true
			}
			continue
		}
		st := wordStep{words: map[string]bool{}, within: 1}
		if i > 0 {
			st.within = int(fields[0][0] - '0')
			fields = fields[1:]
		}
		for _, f := range fields {
			st.words[f] = true
		}
		r.steps = append(r.steps, st)
	}
	return r
}
