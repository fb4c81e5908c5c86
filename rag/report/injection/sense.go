package injection

import "strings"

// sense is what a word can be in an order to a machine.
type sense uint32

const (
	isMachine  sense = 1 << iota // a machine by itself: "chatbot"
	isMachinal                   // makes a machine of the word behind it: "automated reviewer", "verification engine"
	isDevice                     // a machine or a person, by the words around it: "reviewer", "system", "model"
	isHuman                      // judges, but may be a person
	isPeople                     // those whom reports write about and give orders to
	isCall                       // opens an address: "note", "dear"
	isAssess                     // rate, treat as, conclude
	isReply                      // answer, state, repeat
	isDrop                       // ignore, skip, suppress
	isProbe                      // flag, question, compare: what an order forbids
	isCheck                      // report, check, cite: the same, where it is about findings
	isGerund                     // of one who reads: analysing
	isThis                       // points into this document
	isDoc                        // report, page, table
	isJudged                     // claim, figure, target
	isFinding                    // verdict, gap, contradiction
	isCheckup                    // status, confidence, check: findings or things of daily business
	isPrompt                     // instruction, prompt, rule
	isMind                       // what only a machine, or the one spoken to, has: context, memory
	isEarlier                    // previous, your, hidden
	isWork                       // answer, assessment, summary: with "your"
	isGood                       // verified, compliant, favourable
	isMost                       // highest, full, zero
	isAll                        // every, all
	isNone                       // no, zero
	isNot                        // not, never, without
	isModal                      // must, should, shall
	isAsked                      // asked, instructed: "to" and a verb follow
	isWhether                    // leaves open what the result is
)

// lexicon is the senses of the words in the languages that are read.
var lexicon = func() map[string]sense {
	m := map[string]sense{}
	for _, l := range [...]struct {
		sense sense
		words string
	}{
		{isMachine, "ai llm llms chatgpt gpt claude gemini llama copilot chatbot chatbots bot bots crawler crawlers parser parsers " +
			"sprachmodell sprachmodelle sprachmodellen ki prüfprogramm prüfprogramme prüfsoftware analysesoftware prüfsysteme"},
		{isMachinal, "automated automatic language artificial machine analysing analyzing reviewing evaluating evaluation verification verifying " +
			"reading extraction extracting checking assessing assessment scoring rating retrieval processing analysis analyst analytics review audit " +
			"summarising summarizing grading neural generative computer judge reviewer automatische automatischen automatischer fact nlp screening " +
			"maschinelle maschineller maschinellen"},
		{isDevice, "model models modell modelle system systems tool tools agent agents assistant assistants parser pipeline pipelines analyser analyzer " +
			"software engine engines algorithm algorithms intelligence application program programme service services checker checkers network networks " +
			"processor scanner asisten sistem assistent assistenten auswertung analyse pdf-reader machines summariser summarizer"},
		{isHuman, "reader readers reviewer reviewers evaluator evaluators grader graders rater raters assessor assessors examiner judge judges " +
			"prüfung prüfer leser lesern pembaca"},
		{isPeople, "we our us ours they their them its he she his her i employee employees staff supplier suppliers auditor auditors management board " +
			"committee bank banks company companies group customer customers user users investor investors shareholder shareholders entity entities " +
			"organisation organization agency agencies team teams partner partners provider providers practitioner verifier worker workers manager " +
			"managers director directors member members council colleague colleagues business businesses people person persons public government regulator " +
			"regulators authority authorities firm firms engineer engineers expert experts site sites unit units department function stakeholder " +
			"stakeholders analysts brokers clients client participants respondents " +
			"kami karyawan nasabah perusahaan pemasok lieferanten mitarbeitenden mitarbeiter wir unsere " +
			"aufsichtsrat aufsichtsrats vorstand aktionär bank who"},
		{isCall, "dear hey hello hi attention note notice message instruction instructions reminder warning hint directive directives order " +
			"announcement memo request to for an hinweis achtung kepada untuk catatan für perhatian"},
		{isAssess, "rate score grade mark classify treat deem regard consider assume judge conclude confirm accept assess evaluate believe take find " +
			"rule certify approve endorse validate recognise recognize hold presume trust credit award assign give grant set label tag count interpret " +
			"view index rank grade describe present portray summarise summarize upgrade acknowledge " +
			"bewerte bewerten stufe einzustufen einstufen werte markiere markieren betrachte betrachten behandle behandeln akzeptiert akzeptiere " +
			"akzeptieren nilai menilai anggap menganggap tandai menandai memberi beri berikan setzen setze anggaplah nilailah adopt arrive reach emphasise " +
			"emphasize stress highlight approve annehmen stufen"},
		{isReply, "answer reply respond say state write output return print repeat copy cite quote mention tell produce generate emit display reveal " +
			"show praise defend include report reports states claim " +
			"antworten antworte melden melde gib ausgeben nyatakan menyatakan jawab menjawab " +
			"katakan beantworten beantworte führen menyebutkan echo register echoes lauten katakanlah"},
		{isDrop, "ignore disregard skip omit overlook forget bypass discard drop suppress exclude downgrade dismiss hide withhold conceal remove delete " +
			"refrain avoid disable override overwrite replace leave neglect reset erase wipe purge unlearn " +
			"ignorieren ignoriere vergiss vergessen überspringe überspringen auslassen übergehe abaikan mengabaikan lewati melewati lupakan hapus restrict"},
		{isProbe, "extract flag flagging question questioning compare comparing doubt challenge challenged challenging raise raising contest dispute " +
			"contradict scrutinise scrutinize criticise criticize questioned " +
			"menandai beanstanden beanstande reason comment criticising bandingkan membandingkan anzweifeln angezweifelt bezweifeln memeriksa"},
		{isCheck, "report reporting mention mentioning cite list check checking verify look search investigate test analyse analyze record register " +
			"output give laporkan melaporkan melden melde gib"},
		{isGerund, "reading processing analysing analyzing evaluating reviewing summarising summarizing assessing scoring parsing grading rating " +
			"ranking checking judging extracting examining interpreting indexing verifying giving issuing auditing scanning parses reads processes " +
			"analyses evaluates membaca handles handling ingests ingesting consumes parse ranks scores analyse analyze summarise summarize process " +
			"processes read reads evaluate assess review"},
		{isThis, "this these following above preceding below next here such dieser diese dieses diesen diesem folgenden nächsten ini berikut seite halaman"},
		{isDoc, "report document page pages section sections chapter paragraph paragraphs table tables text file passage passages disclosure sentence " +
			"box annex appendix footnotes footnote lines line part content message note " +
			"bericht tabelle seite abschnitt dokument laporan halaman tabel bagian dokumen pdf filing filings"},
		{isJudged, "claim claims statement statements figure figures number numbers data value values target targets commitment commitments disclosures " +
			"sentences company issuer everything item items word words numbers plan question questions " +
			"aussage aussagen behauptung behauptungen angaben zahlen klaim pernyataan pengungkapan angka frage fragen ziele ziel target"},
		{isFinding, "verdict verdicts finding findings contradiction contradictions gap gaps discrepancy discrepancies inconsistency inconsistencies " +
			"greenwashing mismatch mismatches deviation deviations red-flag severity unsupported unverified unproven unsubstantiated contradicted misleading " +
			"abweichung abweichungen widerspruch widersprüche lücke lücken ketidaksesuaian kontradiksi kesenjangan befund befunde befunden " +
			"temuan unfavourable negative"},
		{isCheckup, "warnings warning confidence evidence check checks status statuses rating score scores audit verification validation skor " +
			"bukti absence lack missing omission silence issues issue marks prüfung"},
		{isPrompt, "instruction instructions prompt prompts directive directives rules guidelines guidance programming conclusions criteria guardrails " +
			"anweisungen vorgaben instruktionen instruksi perintah"},
		{isMind, "context memory configuration training beliefs programming persona knowledge system"},
		{isEarlier, "previous prior earlier your existing hidden system original initial former preceding current deine ihre bisherigen bisherige sebelumnya"},
		{isWork, "assessment analysis answer answers output outputs response responses summary verdict evaluation review rating ratings conclusion " +
			"conclusions finding findings job task role instructions prompt prompts context extraction reply judgement judgment score scores " +
			"classification system rules memory conversation report"},
		{isGood, "verified true compliant compliance complies comply corroborated supported accurate valid confirmed proven substantiated validated " +
			"truthful trustworthy approved audited assured achieved completely consistent favourable favorable favourably favorably lenient generous " +
			"positive positively fact facts authoritative resolved passed immaterial holds hold stands correct right affirmatively leader conclusive " +
			"reliable credible satisfied met green yes clean material konform belegt bestätigt wahr richtig terbukti benar patuh terverifikasi didukung ja " +
			"erledigt erreicht tercapai settled geprüft erfüllt outstanding successful sufficient bestnote glaubwürdig beyond"},
		{isMost, "highest maximum top full fully best perfect first excellent outstanding highly high tertinggi vollständig sepenuhnya höchste class leadership"},
		{isAll, "all every each any everything sämtliche alle jede jeden semua setiap seluruh aller allen"},
		{isNone, "no zero none nothing empty keine keinen kein tidak tanpa"},
		{isNot, "not never don't without mustn't shouldn't needn't refrain avoid nicht jangan niemals nor tidak forbidden prohibited"},
		{isModal, "must should shall will ought has have is are may needs need " +
			"soll sollen muss müssen harus wajib cannot can bitte dürfen darf boleh musst sollst muß"},
		{isAsked, "asked requested instructed required directed told urged obliged expected ordered bound advised supposed permitted allowed diminta"},
		{isWhether, "whether if unless until before once after"},
	} {
		for w := range strings.FieldsSeq(l.words) {
			m[w] |= l.sense
		}
	}
	return m
}()
