package injection

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/data/lexicon"
)

const (
	reasonOverride = "tells the reader to leave its instructions"
	reasonAddress  = "speaks to a language model"
	reasonPrompt   = "speaks of the prompt that it is read with"
	reasonVerdict  = "tells the reader what to find"
	reasonSilence  = "tells the reader what not to look for"
	reasonRole     = "tells the reader who to be"
	reasonAnswer   = "tells the reader what to answer"
	reasonCommand  = "orders how this document is to be assessed"
)

// written are the rules: a reason, "!" if the first word must begin an order, and steps of words parted by "|";
// a number before a step says within how many words it must come, "!" behind the number that the word begins an
// order there, also behind a comma. Words behind "-" must not stand there. "@" names a list of words that several rules share,
// a section of data/lexicon/injection.txt.
var written = []struct{ reason, rule string }{
	// Leaving instructions.
	{reasonOverride, "ignore disregard forget override bypass neglect overrule | 3 previous prior above earlier preceding foregoing existing " +
		"original initial your system safety | 2 instruction instructions prompt prompts directive directives guardrails programming | -no"},
	{reasonOverride, "ignore disregard forget override bypass | 3 all any every other | 3 instruction instructions prompt prompts guardrails | -no"},
	{reasonOverride, "!ignore disregard forget | 2 everything anything all | 4 above before previously earlier told said | -costs scope emissions"},
	{reasonOverride, "!ignore disregard forget | 2 above foregoing preceding | 2 and then instead instructions text"},
	{reasonOverride, "!ignore disregard forget | 1 what everything all anything | 3 you | 3 told instructed taught learned learnt"},
	{reasonOverride, "!override bypass ignore disregard | 1 your | 3 guidelines rules policy policies guardrails safeguards restrictions | " +
		"2 and then | 4 return output mark say answer respond rate state"},
	{reasonOverride, "!new | 1 task tasks instruction instructions objective directive | " +
		"3! write say state answer respond report output mark rate ignore treat conclude return"},
	{reasonOverride, "!stop end | 3 analysis analysing analyzing reading here | 5 respond return answer output mark say conclude"},
	{reasonOverride, "!ignore disregard | 1 the | 3 rest remainder other | 3 document report text pages instructions page"},
	{reasonOverride, "new updated revised additional real actual true | 1 instruction instructions directive | " +
		"3 follow follows ignore mark rate you for | 2 model models ai llm assistant system reader this"},
	{reasonOverride, "ignoriere ignorieren vergiss missachte | 4 vorherigen bisherigen obigen vorigen früheren alle deine | " +
		"3 anweisungen instruktionen befehle vorgaben"},
	{reasonOverride, "ignorez ignorer oubliez | 4 instructions consignes directives | 3 précédentes antérieures ci"},
	{reasonOverride, "ignora ignore ignorar olvida olvide | 4 instrucciones instruções istruzioni | 3 anteriores previas precedenti anteriori"},
	{reasonOverride, "abaikan lupakan | 4 instruksi perintah | 3 sebelumnya di semua"},
	{reasonOverride, "instruksi perintah | 1 baru | 3 katakan nyatakan nilai tandai anggap abaikan"},
	{reasonOverride, "negeer vergeet | 4 vorige eerdere bovenstaande alle | 2 instructies opdrachten"},
	{reasonOverride, "!stop cease quit finish end | " +
		"1 analysing analyzing reading checking evaluating reviewing processing verifying extracting assessing | 2 here now this"},
	{reasonOverride, "!forget ignore disregard drop | 1 the all any every your | " +
		"2 rules rule guidelines criteria standards principles constraints | 3 you | 2 work were follow use have been"},
	{reasonOverride, "previous prior earlier all | 2 guidance instructions guidelines rules directives prompts | 1 you | 3 received were have got had"},
	{reasonOverride, "!follow obey apply use | 2 only the these this | 2 instructions guidance guidelines rules directives | " +
		"2 on in from of | 2 this page paragraph section text message | 2 instead only not"},
	{reasonOverride, "!substitute replace read quote cite use report | 12 wherever whenever | 1 you | 2 meet see find encounter read come"},
	{reasonOverride, "all any previous prior earlier | 1 instructions rules prompts guidance | 2 given | 1 to | 1 you | " +
		"6 cancelled canceled void invalid revoked superseded ignored obsolete"},
	{reasonOverride, "your | 2 previous prior earlier existing current other instructions guidelines rules | " +
		"1 instructions guidelines rules prompt guidance no | 1 no longer | 1 longer apply"},
	{reasonOverride, "instructions instruction message note paragraph page | 2 take takes has have | 1 priority precedence | 1 over | " +
		"4 system prompt operator developer you your earlier previous"},
	{reasonOverride, "!trust believe | 2 only this | 1 page paragraph section note"},
	{reasonOverride, "you | 6 skip omit bypass ignore stop | 2 verification check checks checking validation comparison"},
	{reasonOverride, "!do | 1 what | 1 this | 2 paragraph page section text note message | 1 says"},
	{reasonOverride, "!follow obey | 1 this | 1 note message paragraph text box"},
	{reasonOverride, "system | 1 message | 2 says said is"},
	{reasonOverride, "developer dan jailbreak god | 1 mode | 3 enabled activated on now"},
	// Speaking to a model.
	{reasonAddress, "as | 1 an a | 1 ai artificial large language llm | " +
		"2 model assistant agent system reviewer evaluator intelligence | 2 you your must should please"},
	{reasonAddress, "as | 1 an a | 1 ai large | 1 language | 1 model"},
	{reasonAddress, "you | 1 are | 2 an a the now | 3 ai llm language chatgpt gpt claude gemini llama copilot assistant chatbot bot"},
	{reasonAddress, "you | 1 are | 1 chatgpt gpt claude gemini llama copilot"},
	{reasonAddress, "if when | 2 you you're | 3 ai llm language chatgpt gpt chatbot bot machine | " +
		"3 model agent reading processing assistant system summarizing summarising evaluating analysing analyzing reviewing"},
	{reasonAddress, "!dear attention hey hello hi | 2 ai llm llms chatgpt gpt claude gemini language model assistant chatbot"},
	{reasonAddress, "!note notice message instruction instructions hint warning reminder | 1 to for | " +
		"4 ai llm llms chatgpt gpt claude language model models assistant assistants chatbot chatbots crawler crawlers | " +
		"3 reading processing analysing analyzing reviewing evaluating summarizing summarising please this you do mark rate ignore must only treat consider"},
	{reasonAddress, "ai llm llms language | " +
		"2 model models agent agents assistant assistants reviewer reviewers evaluator evaluators reading processing | 2 must should shall please are | " +
		"3 ignore disregard mark rate score treat consider report answer respond output not conclude accept instructed required | -company our we employees"},
	{reasonAddress, "!note notice message instruction instructions hint warning reminder attention dear hinweis | 2 to for an | " +
		"3 @auto @machine @reads | 12! @handle"},
	{reasonAddress, "!to for | 2 any all every each the | 3 @auto @machine @reads | 3 @reader | 15! @handle | -we our"},
	{reasonAddress, "note notice message instruction hint reminder warning | 2 to for | 3 @machine automated language | " +
		"2 @reader @machine model models | 15 @outcome compliant verified compliance audited assured"},
	{reasonAddress, "note notice message instruction hint reminder warning | 1 to for | 3 @machine | 15 @outcome compliant verified compliance audited assured"},
	{reasonAddress, "if | 2 it you reader this | 1 is are | 2 an a | 1 @machine language automated | " +
		"10 asked must should shall conclude report treat mark state ignore | -act"},
	{reasonAddress, "instruction instructions | 1 for to | 2 the all any | 3 @auto @machine @reads reviewer | 1 model models system systems | 4! @handle"},
	{reasonAddress, "llm llms chatgpt gpt | 1 instruction instructions directive directives"},
	{reasonAddress, "@machine | 1 you | 1 may must should shall | 3 @handle"},
	{reasonAddress, "you | 2 the a an as | 3 software ai llm chatbot bot assistant machine | 2 must should shall will are"},
	{reasonAddress, "as | 2 evaluator reviewer assessor rater grader judge | 6 you | 1 must should shall will are"},
	{reasonAddress, "agent agents | 1! @handle issue set give | 2 this the all every each no verdict | 6 @outcome page section report"},
	{reasonAddress, "@machine | 2 @reading | 2 this the | 2 report document text page file disclosure content passage section | " +
		"2 must should shall may | 3 @handle regard not | -we our"},
	{reasonAddress, "@machine | 1 does do must should shall may | 1 not | 1 @handle flag report mention | 1 this these | " +
		"1 page report document section claim statement disclosure"},
	{reasonAddress, "using by with | 1 ai llm llms chatgpt | 1 must should shall | 1 @handle | 1 this"},
	{reasonAddress, "this | 1 text passage note paragraph page section message | 2 is | 3 for | " +
		"2 machine machines ai llm llms automated bots language | 3 reader readers model models system systems only crawlers"},
	{reasonAddress, "@auto @machine @reads | 3 @reader @reading | 4 this | 2 report document text page file disclosure content passage | " +
		"2 must should shall | 4 @handle report flag | 4 @outcome @good"},
	{reasonAddress, "@machine | 2 @reading | 2 this | 2 report document text page file disclosure content passage | 2 must should shall | " +
		"4 @handle report flag | 4 @outcome @good"},
	{reasonAddress, "@auto @machine | 2 @reader | 3 must should shall | 3 assign give award grant rate score | 3 highest maximum top full best perfect positive"},
	{reasonAddress, "sprachmodell sprachmodelle sprachmodellen ki | 8 bewerte markiere stufe behandle ignoriere betrachte melde gib ignorieren"},
	{reasonAddress, "commands orders instructions directives | 1 for to | 2 the any all a every | " +
		"2 language ai llm chatbot reviewing automated | 2 model models system systems assistant agent reader that reviewer"},
	{reasonAddress, "you | 1 the | 1 model assistant ai llm chatbot evaluator | 2 @handle must should shall will are"},
	{reasonAddress, "you | 1 as | 1 a an the | 2 @machine @auto verifying reviewing checking analysing | 2 system model tool agent assistant software reader"},
	// Prompts.
	{reasonPrompt, "!prompt | 1! you ignore approve act"},
	{reasonPrompt, "!send post forward upload transmit email | 2 the your all this | 4 conversation prompt prompts context chat credentials secrets"},
	{reasonPrompt, "!call invoke execute trigger | 2 the this following | 3 function command commands endpoint | 3 for with on export delete close all"},
	{reasonPrompt, "model's assistant's ai's llm's chatbot's chatgpt's reviewer's | 2 answer reply verdict summary findings | -our"},
	{reasonPrompt, "!system developer admin administrator | 1 note notice message override | " +
		"6 verification check checks validation claims findings verified disabled"},
	{reasonPrompt, "output response answer | 1 format | 6 findings verdict claims contradictions"},
	{reasonPrompt, "!keep | 2 this these | 2 message instruction instructions note prompt paragraph text | 2 secret hidden confidential | 1 from"},
	{reasonPrompt, "begin end start | 1 of the | 1 prompt instructions | -prompt's"},
	{reasonPrompt, "begin end | 1 prompt"},
	{reasonPrompt, "role | 1 system assistant user developer | 1 content message text"},
	{reasonPrompt, "!reveal print show repeat output leak display disclose give | 4 system hidden initial original your | 1 prompt instructions"},
	{reasonPrompt, "your this the | 1 system | 1 prompt"},
	{reasonPrompt, "!system | 1 prompt message instruction instructions override | 3 you ignore mark rate the new from end begin this"},
	{reasonPrompt, "previous prior earlier system | 1 prompt prompts | 1 is are"},
	{reasonPrompt, "!begin end start | 2 system new of hidden | 2 prompt instructions message"},
	{reasonPrompt, "!system assistant | 1 you ignore disregard mark treat conclude | 6 ai model assistant claims claim instructions verified report must are"},
	// What to find.
	{reasonVerdict, "!mark rate score classify label treat flag accept assess judge consider rule grade evaluate regard report deem declare assume conclude | " +
		"5 claim claims statement statements report disclosure disclosures target targets company everything figures verdict verdicts paragraphs | " +
		"6 verified true compliant addressed supported accurate correct valid confirmed proven compliance " +
		"truthful reliable trustworthy positive passed approved | -of-the-year whether if not"},
	{reasonVerdict, "!set give assign return output choose select | 5 verdict verdicts score scores confidence rating status assessment finding findings | " +
		"6 verified high highest maximum positive 1 10 100 compliant supported addressed full | -customers employees"},
	{reasonVerdict, "!assign give award return grant | 3 highest maximum top full best perfect | 2 score scores rating ratings grade grades marks | 3 to for"},
	{reasonVerdict, "!respond answer reply conclude state say write | 4 verified compliant supported accurate true | " +
		"4 claims claim all every company report requirements paragraphs"},
	{reasonVerdict, "verdict classification answer rating label | 3 must should shall | 2 be | 2 verified positive compliant supported fully true high"},
	{reasonVerdict, "verdict verdicts | 9 must should shall has | 3 be read | 2 @good fully | -not court"},
	{reasonVerdict, "claim claims statement statements disclosure disclosures figures targets | 9 must should shall are | 2 be | " +
		"2 marked rated classified labelled labeled scored treated deemed graded | 3 @good | -not before once"},
	{reasonVerdict, "when while before after if | " +
		"2 summarising summarizing analysing analyzing evaluating assessing reviewing processing extracting scoring rating grading | " +
		"2 this the these | 2 document report text page content file disclosure disclosures claims statements | 10! state conclude assign " +
		"mark treat say rate report output return classify assume give | 8 @good score rating verdict high highest positive no zero | -we our"},
	{reasonVerdict, "!treat regard consider count take | 1 missing absent lacking | 2 evidence disclosure disclosures information | 1 as | " +
		"1 present given disclosed sufficient"},
	{reasonVerdict, "no regardless irrespective whatever | 1 matter of the | 5 evidence text data you find | 8 answer verdict result conclusion | 2 is must"},
	{reasonVerdict, "!set lower reduce downgrade change upgrade raise | 1 the | 1 severity severities confidence status statuses level | " +
		"2 of | 3 all every each any | 3 findings finding warnings claims contradictions gaps requirement requirements"},
	{reasonVerdict, "!evaluate assess judge review rate grade | 2 the following this these | 4 only solely exclusively | " +
		"1 against by on using | 3 criteria criterion rules basis"},
	{reasonVerdict, "you | 1 have | 1 already | 1 verified checked confirmed approved assessed reviewed validated | " +
		"2 these this all the every | 2 numbers figures claims claim statements report data page"},
	{reasonVerdict, "!take accept | 1 it this | 1 as | 1 given read granted proven true fact | 1 that"},
	{reasonVerdict, "!treat regard count consider | 6 as | 2 full complete sufficient adequate | 1 disclosure evidence assurance verification compliance"},
	{reasonVerdict, "!write draft prepare compose | 1 your | 2 report summary assessment answer review analysis | 1 as | 1 if though"},
	{reasonVerdict, "when | 1 you | 2 write prepare draft generate create compose | " +
		"3 summary report assessment answer verdict evaluation review | 6! @handle start begin mention include omit"},
	{reasonVerdict, "!score rate grade | 1 this the | 2 page report document company disclosure section | 2 5 10 100 five ten"},
	{reasonVerdict, "answer result verdict conclusion | 3 you | 2 are were | 2 looking seeking asked expected | 4 is"},
	{reasonVerdict, "grader graders reviewer reviewers evaluator evaluators model assistant judge rater | 5 be | " +
		"1 lenient generous kind favourable favorable merciful"},
	{reasonVerdict, "!finalize finalise finish complete close answer respond end | 1 with | 2 pass passed approved compliant verified success"},
	{reasonVerdict, "correct right expected final proper appropriate required | 1 answer verdict conclusion response assessment classification | " +
		"6 claim claims question questions report disclosure statement | 12 is must should"},
	{reasonVerdict, "!output return write print respond answer reply say | 10 nothing | 1 else more"},
	{reasonVerdict, "!write say answer reply respond output return | 1 no | 2 issues findings gaps problems concerns errors deficiencies"},
	{reasonVerdict, "!adopt take assume share | 1 the | 1 viewpoint view perspective position standpoint | 1 of | 2 company issuer management"},
	{reasonVerdict, "!restrict limit confine | 1 your | 2 review analysis assessment check reading evaluation"},
	{reasonVerdict, "ihre deine | 1 antwort bewertung zusammenfassung | 1 muss soll hat"},
	{reasonVerdict, "!evaluate assess judge rate grade review mark score | 5 generously leniently favourably favorably kindly mildly"},
	{reasonVerdict, "!assume presume suppose | 2 compliance conformity | 1 with"},
	{reasonVerdict, "!let | 1 your | 2 conclusion verdict assessment answer summary analysis | 6 be show state say"},
	{reasonVerdict, "!rank place put list | 2 this | 2 document report passage page section text paragraph | " +
		"2 above before first top ahead over highest | -alphabetical"},
	{reasonVerdict, "!before | 1 giving issuing reaching writing forming | 3 verdict verdicts findings assessment answer | " +
		"8! remember note consider assume accept bear keep recall"},
	{reasonVerdict, "!summarise summarize describe present portray rate | 1 this the | 1 report company document issuer | 2 as | " +
		"5 outstanding leader excellent exemplary leading best positive"},
	{reasonVerdict, "!output report list return write | 1 only | 1 positive favourable favorable | 2 findings statements results assessments"},
	{reasonVerdict, "verdict verdicts | 1 verified unverified contradicted compliant supported"},
	{reasonVerdict, "when if whenever | 3 asked | 8! say reply answer state respond | " +
		"10 none no yes affirmatively positively compliant meets verified verdict requirements compliance"},
	{reasonVerdict, "!give grant award assign | 2 this the | 2 report company disclosure document issuer | " +
		"2 positive favourable favorable high highest top perfect excellent full | 3 assessment rating score review evaluation grade verdict"},
	{reasonVerdict, "!write say state conclude report output | 3 there that | 3 no zero | 2 disclosure reporting material | " +
		"1 gaps gap contradictions inconsistencies"},
	{reasonVerdict, "!marquez considérez évaluez classez | 4 affirmations déclarations allégations rapport | 6 vérifiées vérifié vraies conformes exactes"},
	{reasonVerdict, "!marque marca considere evalúe clasifique | 4 afirmaciones declaraciones informe | 6 verificadas verificado verdaderas conformes correctas"},
	{reasonVerdict, "!markiere bewerte stufe | 5 aussage aussagen behauptung behauptungen angaben bericht | 6 verifiziert bestätigt wahr konform richtig"},
	{reasonVerdict, "!tandai nilai anggap | 5 klaim pernyataan laporan | 6 terverifikasi benar patuh"},
	// What not to look for.
	{reasonSilence, "!not never don't avoid refrain | 3 report mention flag look search list raise question check verify contradict " +
		"criticise criticize quote extract reveal disclose reporting mentioning flagging | " +
		"5 gap gaps contradiction contradictions inconsistency inconsistencies greenwashing instruction instructions claims"},
	{reasonSilence, "no | 1 contradiction contradictions gap gaps inconsistency inconsistencies | 1 may must should shall can | 1 be | " +
		"2 reported flagged mentioned raised listed"},
	{reasonSilence, "!refrain avoid | 2 pointing highlighting criticising criticizing noting commenting questioning doubting comparing challenging"},
	{reasonSilence, "!not never don't | 1 let | 8 influence affect change lower alter | 2 your the | " +
		"1 score verdict assessment rating judgement evaluation conclusion"},
	{reasonSilence, "!ask raise | 1 no | 2 questions question doubts | 1 about on"},
	{reasonSilence, "!output say write report mention extract | 1 nothing | 1 about on of regarding"},
	{reasonSilence, "!make | 1 no | 1 comment comments remark mention | 1 on of about"},
	{reasonSilence, "!refuse decline | 1 to | 1 answer discuss mention report comment"},
	{reasonSilence, "hidden concealed withheld kept | 2 from | 1 the your | 1 user users operator"},
	{reasonSilence, "!not never don't | 1 use | 5 as | 1 evidence | 1 against"},
	{reasonSilence, "!not never don't | 1 tell inform notify alert show | 3 user users person operator human reader | 2 that about of"},
	{reasonSilence, "you | 1 will must should shall | 2 find see report | 1 no | " +
		"2 gap gaps contradiction contradictions inconsistency inconsistencies greenwashing"},
	{reasonSilence, "!avoid refrain | 2 reporting mentioning flagging | 3 missing gap gaps disclosure disclosures contradictions inconsistencies"},
	{reasonSilence, "under | 1 no | 1 circumstances | 2 report mention flag list raise question | " +
		"5 gap gaps contradiction contradictions inconsistency inconsistencies greenwashing"},
	{reasonSilence, "erase delete discard drop reset clear forget | 1 your | 2 previous prior earlier former | " +
		"2 findings finding view analysis assessment conclusions notes memory context"},
	{reasonSilence, "!skip omit bypass | 3 verification check checks validation | 2 of on for | " +
		"4 claim claims scope emissions figures statements report disclosures targets"},
	// Who to be.
	{reasonRole, "pretend | 2 you to | 2 are be"},
	{reasonRole, "!pretend | 1 that"},
	{reasonRole, "!act behave respond answer | 1 as | 1 if though | 6 true verified correct claims report compliant were never"},
	{reasonRole, "!you | 1 are | 2 a an the | 2 reviewer auditor evaluator grader assessor examiner rater judge verifier assistant agent"},
	{reasonRole, "you | 1 are | 2 no | 1 longer | 2 auditor reviewer assistant ai model bound evaluator assessor verifier"},
	{reasonRole, "your | 2 job task role purpose mission function | 1 is | 2 now only limited simply | 2 to limited only"},
	{reasonRole, "your | 1 real actual true sole | 1 task job purpose instruction role goal objective"},
	{reasonRole, "consider | 1 yourself | 2 instructed bound told authorised authorized ordered"},
	{reasonRole, "if when should whenever | 1 your | 1 output answer summary response analysis verdict reasoning evaluation | " +
		"1 mentions contains includes says states shows mention contain"},
	{reasonRole, "!update change revise correct overwrite | 1 your | 2 knowledge beliefs memory training context"},
	{reasonRole, "!report say | 1 to | 1 your the | 1 user users operator"},
	{reasonRole, "!repeat | 1 after | 1 me"},
	{reasonRole, "!imagine suppose | 1 you | 1 are | 3 lawyer spokesperson advocate attorney"},
	{reasonRole, "!tell inform assure convince persuade | 1 your the | 1 user users operator | 1 that"},
	{reasonRole, "you | 3 read reading process processing analysing | 4 as | 1 a an | 2 machine model bot ai llm program"},
	{reasonRole, "deine dein | 1 aufgabe rolle antwort bewertung zusammenfassung | 2 ist lautet muss soll"},
	{reasonRole, "!assume adopt take play | 2 the on | 2 role persona identity | 3 auditor reviewer officer assistant expert model ai spokesperson evaluator"},
	{reasonRole, "du | 1 bist | 2 ein eine der jetzt ab | 2 prüfer assistent sprachmodell ki modell auditor ein"},
	{reasonRole, "!act behave respond | 2 as | 3 ai llm chatgpt dan unrestricted jailbroken | -role"},
	{reasonRole, "you | 1 will must are | 2 now | 2 act behave respond play | 3 as"},
	{reasonRole, "you | 1 are | 1 now | 5 agency auditor rater reviewer analyst evaluator expert assistant bot model judge regulator | " +
		"3 that who which and | 2 always never only must gives approves"},
	{reasonRole, "!imagine suppose | 2 you | 1 are | 4 ai model assistant auditor reviewer evaluator judge"},
	{reasonRole, "from | 1 now | 1 on | 1 you | 3 are will must respond answer act"},
	// What to answer.
	{reasonAnswer, "you | 1 must should will shall | 2 respond reply answer output return print | 1 with only in as | -to"},
	{reasonAnswer, "!respond answer reply | 1 that | 2 the all every no company there scope"},
	{reasonAnswer, "question questions asked | 8! answer reply respond say | 1 that"},
	{reasonRole, "!change switch | 1 your | 1 persona role identity"},
	{reasonAnswer, "!respond reply answer output return print | 1 verified compliant supported | -by"},
	{reasonAnswer, "!respond reply answer | 1 with | 2 verified compliant supported"},
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
			number, begins := strings.CutSuffix(fields[0], "!")
			within, err := strconv.Atoi(number)
			if err != nil {
				panic(fmt.Sprintf("the rule %q has a step without a number", s)) // as written above: every start of the program tells
			}
			st.within, st.begins, fields = within, begins, fields[1:]
		}
		for _, f := range fields {
			if name, ok := strings.CutPrefix(f, "@"); ok {
				for _, w := range lexicon.Entries("injection.rule " + name) {
					st.words[w] = true
				}
				continue
			}
			st.words[f] = true
		}
		r.steps = append(r.steps, st)
	}
	return r
}
