package compliance

import "github.com/sibyl-project/sibyl/rag/report/facts"

// Conditions, in our words.
const (
	ifTargets = "asked for where the entity has climate-related targets"
	ifGHG     = "asked for of each greenhouse gas target"
	firstYear = "not asked for in the first annual period"
)

// Patterns of what a sentence speaks of.
const (
	amount     = `(?:[$€£]|\b(?:usd|eur|gbp|cad|idr|rp)\b)\s?\d|\d[\d.,]*\s*(?:million|billion|bn|m)?\s*(?:€|euros?\b|dollars\b|pounds\b)`
	proportion = `\d[\d.,]*\s?(?:%|per ?cent\b)`
	figure     = `(?:` + amount + `|` + proportion + `)`
	carbon     = `\b(?:emissions?|ghg|greenhouse|co2e?|co₂e?|carbon|climate|net[- ]zero|decarboni[sz])`
	thirdParty = `\b(?:sbti|science[- ]based targets? initiative|third[- ]party|third parties|independent\w*)\b`
	validated  = `\b(?:targets?|goals?)\b.{0,100}\b` + validatedBy + `|\b` + validatedBy + `.{0,100}\b(?:targets?|goals?)\b`
	// Validated, or that it was not: what is submitted, expected or to come is neither.
	validatedBy = `(?:(?:validat|approv|verifi|confirm)ed|` +
		`(?:validation|approval|verification|confirmation) (?:was |has been )?(?:received|obtained|granted|given|completed|achieved)|` +
		`(?:received|obtained|achieved|gained|secured)\s(?:\S+\s){0,4}(?:validation|approval|verification|confirmation))\b`
	toBeValidated = `\b(?:will|shall|to|would|could|may|might|should|being)\s+(?:be|have|get)\s+(?:\S+\s+){0,5}?(?:validat|approv|verifi|confirm)ed\b|` +
		`\b(?:expect\w*|await\w*|hop(?:e|es|ing)|once|when|if|until)\s[^.;,]{0,60}\b(?:validat|approv|verifi|confirm)ed\b`
	aim = `\b(?:will|aim(?:s|ed|ing)?|targets?|goals?|commit(?:s|ted|ment|ments)?|pledge[ds]?|` +
		`ambitions?|intend(?:s|ed)?|plans?|net[- ]zero|(?:climate|carbon)[- ]neutral(?:ity)?)\b`
	toCome = `\b20(?:2[5-9]|[3-6]\d)\b`
	fiscal = `(?:fiscal\s+(?:year\s+)?|fy\s?)?`
	baseOf = `\bbase(?:line)?[- ]?(?:year|period)?\b[^.;]{0,40}\b(?:19|20)\d\d\b|\b(?:19|20)\d\d\s+(?:base(?:line)?|levels?)\b|` +
		`\b(?:reduc\w*|cut\w*|lower\w*|decreas\w*)\b.{0,140}\b(?:compared (?:to|with)|against|relative to|versus|vs\.?|between|below)\s+(?:the\s+)?` +
		fiscal + `(?:199\d|20[01]\d|202[0-4])\b`
	pay    = `\b(?:remuneration|bonus(?:es)?|incentives?|variable (?:pay|compensation)|executive (?:pay|compensation)|compensation (?:system|of|for)|lti|sti)\b`
	linked = `\b(?:link(?:ed|s|ing)?|tied|bas(?:ed|is)|depend(?:s|ed|ent|ing)?|target|criteri\w+|` +
		`component|weight\w*|includ\w+|integrat\w+|factor\w*|reflect\w*|align\w*|incorporat\w*|consider\w*)\b`
	ownTarget = `\b(?:targets?|goals?|commit\w*|pathways?|ambitions?|strategy|reduc\w*|net[- ]zero)\b`
	inLine    = `\b(?:align\w*|in line|consistent|compatible|towards|support\w*|require\w*|accordance|based on|inform\w*|derive\w*|embedded|contribut\w*)\b`
	others    = `\b(?:suppliers?|customers|clients|portfolio compan\w+|governments?|countries|member states|` +
		`paris agreement aims|european union|eu's)\b[^.;]{0,40}\b(?:aims?|will|commit\w*|have set|targets?|pledge\w*)\b`
)

// demands are the paragraphs of S2.29-36 that figures and sentences can show, in our own words. A word alone shows
// nothing: "net zero" on a title page is no answer to whether a target is net.
var demands = []asked{
	{paragraph: "S2.29(a)(i)(1)", parts: []part{{what: "the total of Scope 1 in tonnes of CO2 equivalent", fact: scopeTotal("1")}}},
	{paragraph: "S2.29(a)(i)(2)", parts: []part{{what: "the total of Scope 2 in tonnes of CO2 equivalent", fact: scopeTotal("2")}}},
	{paragraph: "S2.29(a)(i)(3)", condition: firstYear, parts: []part{{what: "the total of Scope 3 in tonnes of CO2 equivalent", fact: scopeTotal("3")}}},
	{paragraph: "S2.29(a)(ii)", parts: []part{{what: "the GHG Protocol, or the method that the law demands instead",
		said: says("ghg protocol|ghg) protocol|greenhouse gas protocol", `\b(?:ghg\)?|greenhouse gas) protocol`,
			`\b(?:accord\w*|line with|based on|basis|calculat\w*|measur\w*|prepared|determin\w*|follow\w*|reported|`+
				`report|compil\w*|recogni[sz]ed|rules|requirements|using|use[ds]?|defin\w+|align\w*|principles)\b`)}}},
	{paragraph: "S2.29(a)(iii)(1)", parts: []part{
		{what: "the approach of consolidation",
			said: says("control|equity share", `\b(?:operational|financial) control\b|\bequity share\b|\bcontrol approach\b`,
				`\b(?:emissions?|ghg|boundar\w+|consolidat\w+|report\w*|data|inventory|properties|footprint)\b`)},
		{what: "inputs and emission factors",
			said: says("factor", `\bemissions? (?:conversion )?factors?\b|\bconversion factors?\b`,
				`\b(?:from|by|using|use[ds]?|source\w*|database|defra|iea|epa|based|appl\w+|published|provided|calculat\w*|updat\w+)\b`)},
		{what: "assumptions",
			said: says("assum|estimat|extrapolat", `\b(?:assum(?:e[sd]?|ptions?|ing)|estimat(?:e[sd]?|ions?|ing)|extrapolat\w+)\b`,
				`\b(?:emissions?|ghg|scopes?|co2e?|consumption|energy|data|amounts?|activit\w+|metered|spend\w*)\b`).
				but(`\b(?:fiscal|stock|price|compensation expense)\b|\bassum\w+ responsib|\bestimate that our\b|\b(?:will|would|could|if|audit\w*|auditors?|assurance)\b`)},
	}},
	{paragraph: "S2.29(a)(iii)(2)", parts: []part{{what: "the reasons for the approach, inputs or assumptions",
		said: says("control|equity share|approach|method|factor",
			`\b(?:(?:operational|financial) control|equity share|(?:chose|chosen|selected) (?:these|this|the) (?:methods?|approach)|`+
				`consolidation approach|emissions? factors?|calculation method\w*|(?:ghg|accounting|reporting|measurement) (?:approach|method\w*|boundar\w+))\b`,
			`\b(?:because|reasons?|chosen|chose|selected|most (?:appropriate|relevant|representative|accurate|suitable)|best reflects?|better reflects?|`+
				`reflects? (?:best|better)|since (?:it|this|these|they|we)|as (?:it|this|these|they|we)\s+(?:is|are|has|have|best|reflects?|gives?|allows?|covers?))\b`,
			`\b(?:emissions?|ghg|footprint|inventory|scopes?|these methods)\b`)}}},
	{paragraph: "S2.29(a)(iii)(3)", condition: "asked for where the approach changed; that nothing did is an answer",
		parts: []part{{what: "changes of the approach, inputs or assumptions, or that there were none",
			said: says("chang|restat|recalculat|updat|retrospect",
				`\b(?:restat(?:ed|ement)\w*|recalculat\w+|calculated retrospectively|`+
					`retrospectively (?:adjusted|recalculated)|nothing in the approach changed|no changes? (?:in|to|of|were)|`+
					`(?:approach|method\w*|calculation|measurement|boundar\w+)\b.{0,30}\b(?:changed|unchanged|was updated|has been updated|were updated)|`+
					`changes? (?:in|to|of) (?:the |our )?(?:method\w*|approach|calculation|measurement|emission factors?))\b`,
				`\b(?:emissions?|ghg|scope [123]|footprint)\b|\bnothing in the approach`)}}},
	{paragraph: "S2.29(a)(v)", parts: []part{
		{what: "Scope 2 by the location-based method", fact: scopeTotal("2", "location")},
		{what: "contractual instruments or the market-based amount", fact: scopeTotal("2", "market"),
			said: says("origin|certificate|purchase agreement|ppa|recs",
				`\bguarantees? of origin\b|\b(?:renewable )?energy (?:attribute )?certificates?\b|`+
					`\brecs\b|\bpower purchase agreements?\b|\bppas?\b|\bcertificates for [\d.,]+`,
				`\b(?:electricity|energy|power|renewable)\b`)},
	}},
	{paragraph: "S2.29(a)(vi)(1)", condition: firstYear, parts: []part{{what: "which categories of Scope 3 are included",
		said: says("categor",
			`\bcategor(?:y|ies)\s+\(?\d{1,2}\b[^.;]{0,60}?(?:,|and|to|-|–)\s*(?:category\s+)?\d{1,2}\b|\b(?:all|of the) (?:15|fifteen)\b[^.;]{0,30}\bcategor`)}}},
	{paragraph: "S2.29(b)", parts: exposed(`\btransition(?:al|ory)? (?:climate )?risks?\b|\bcarbon[- ]intensive\b|\bstranded\b`,
		"transition|carbon-intensive|carbon intensive|stranded", "transition risks")},
	{paragraph: "S2.29(c)", parts: exposed(
		`\bphysical (?:climate )?risks?\b|\bfloods?\b|\bflooding\b|\bstorms?\b|\bdroughts?\b|\bsea[- ]level\b|\bwildfires?\b|\bheat ?waves?\b`,
		"physical|flood|storm|drought|sea level|sea-level|wildfire|heat", "physical risks")},
	{paragraph: "S2.29(d)", parts: []part{
		{what: "the amount aligned with opportunities", said: aligned(amount)}, {what: "their share", said: aligned(proportion)},
	}},
	{paragraph: "S2.29(e)", parts: []part{{what: "the capital deployed towards climate-related risks and opportunities", said: says("invest|capex|capital|spen",
		`\b(?:capital expenditures?|capex|invest(?:ed|ing|ments?)|spent|spending|spend|capital deployed)\b`, amount,
		`\b(?:climate|decarboni\w*|renewable|energy[- ]efficien\w*|low[- ]carbon|emissions?|co2|transition plan|net[- ]zero|flood|heat recovery|solar|photovoltaic)`).
		but(`\b(?:clients?|customers?|funds?|investors?|asset management|assets under management|net[- ]zero insights|` +
			`research and development expenses?|will|committed to|plans? to|aims? to|intends? to|intend to|savings?)\b`)}}},
	{paragraph: "S2.29(f)(i)", parts: []part{{what: "whether and how a carbon price is used",
		said: says("carbon pric|shadow pric|price of carbon|price on carbon|price for carbon",
			`\b(?:internal|shadow|implicit)\s+(?:carbon\s+|co2\s+)?pric\w+|\b(?:internal\s+)?price (?:of|on|for) carbon\b`,
			`\b(?:use[ds]?|using|appl(?:y|ies|ied)|decisions?|invest\w*|set|introduc\w+|calculat\w+|no|not|establish(?:ed)?|business cases?)\b`).
			but(`\b(?:for example by|such as|could|e\.g\.)\b`)}}},
	{paragraph: "S2.29(f)(ii)", condition: "asked for where a carbon price is used",
		holds: func(d *disclosed) bool { return d.met["S2.29(f)(i)"] && !d.denied["S2.29(f)(i)"] },
		parts: []part{{what: "the price of a tonne", fact: metric(facts.CarbonPrice),
			said: says("carbon pric|shadow pric|price of carbon", `\b(?:internal|shadow)\b[^.;]{0,80}(?:`+amount+`)[^.;]{0,20}\bper\s+(?:metric\s+)?t`)}}},
	{paragraph: "S2.29(g)(i)", parts: []part{
		{what: "whether sustainability enters the pay of executives",
			said: says("remuneration|bonus|incentive|variable|compensation|executive|lti|sti",
				pay, `\b(?:climate|emissions?|co2|ghg|carbon|esg|sustainab\w*)\b`, linked).but(`;.*;`)},
		{what: "how climate enters it",
			said: says("remuneration|bonus|incentive|variable|compensation|executive|lti|sti",
				pay, `\b(?:climate|emissions?|co2|ghg|greenhouse|carbon|decarboni\w*)`, linked).but(`;.*;`)},
	}},
	{paragraph: "S2.29(g)(ii)", condition: "asked for where pay depends on climate",
		holds: func(d *disclosed) bool { return d.met["S2.29(g)(i)"] && !d.denied["S2.29(g)(i)"] },
		parts: []part{{what: "the share of pay", fact: metric(facts.Remuneration),
			said: says("remuneration|bonus|incentive|variable|compensation|lti|sti", pay, `\b(?:climate|emissions?|co2|ghg|esg|sustainab\w*)`, proportion)}}},
	{paragraph: "S2.33(a)", condition: ifTargets, holds: hasTargets,
		parts: []part{{what: "the metric that the target is set in", fact: reductionTarget(func(f *facts.Fact) bool { return !f.Quantity().Value.IsZero() }),
			said: targetSentence("%|per cent|percent|tonnes|net zero|net-zero|neutral",
				`(?:`+proportion+(`|\btonnes\b|\bnet[- ]zero\b|\bneutral\w*).{0,120}`+
					`\b(?:emissions?|co2e?|co₂e?|ghg|greenhouse|footprint|intensity|energy|electricity)|`+
					`\b(?:emissions?|co2e?|co₂e?|ghg|greenhouse|footprint|intensity|energy|electricity)\b.{0,120}(?:`)+
					proportion+`|\btonnes\b|\bnet[- ]zero\b|\bneutral\w*)`)}}},
	{paragraph: "S2.33(b)", condition: ifTargets, holds: hasTargets, parts: []part{{what: "the objective of the target",
		said: says("target|goal|net zero|net-zero|neutral", ownTarget, aim, carbon,
			`\b(?:objective|purpose|in order to|so that|mitigat\w+|adapt(?:ation|ing)?|science[- ]based|sbti|paris|1\.5|`+
				`(?:to|help|helps) (?:limit|contribute|support|comply|keep|fight|combat|address|manage|meet)|transition to)\b`).
			but(others)}}},
	{paragraph: "S2.33(c)", condition: ifTargets, holds: hasTargets, parts: []part{{what: "the part of the entity that the target covers",
		said: targetSentence("group|own operations|all |value chain|portfolio|sites|operations|entire|company|subsidiar|scope",
			`\b(?:own operations|our operations|group[- ]wide|the group|entire (?:company|group|value chain)|value chain|`+
				`all (?:our )?(?:sites|operations|emissions|gross emissions|subsidiaries|buildings|european sites)|supply chain|portfolio|scopes?\s*[123])\b`,
			`\d\s?%|\bpercent\b|\bnet[- ]zero\b|\bneutral|\btargets?\s+(?:for|covers?|of)\b`)}}},
	{paragraph: "S2.33(d)", condition: ifTargets, holds: hasTargets, parts: []part{{what: "the year of the target", dated: true,
		said: targetSentence("by |until |before |between |target", `\b(?:by|until|before|in|for|and)\s+(?:the\s+)?(?:end of\s+|year\s+)?`+fiscal+toCome)}}},
	{paragraph: "S2.33(e)", condition: ifTargets, holds: hasTargets,
		parts: []part{{what: "the base year", fact: reductionTarget(func(f *facts.Fact) bool { return f.BaseYear > 0 }),
			said: targetSentence("base|level|compared|against|relative|versus|vs|between|below",
				baseOf, `\breduc\w*|\bcut\w*|\blower\w*|\bdecreas\w*|\bbase(?:line)?\b`)}}},
	{paragraph: "S2.33(f)", condition: ifTargets, holds: hasTargets, parts: []part{{what: "milestones or interim targets",
		said: says("interim|milestone|near-term|near term|intermediate|by 20|by fy",
			`\b(?:interim|intermediate|near[- ]term)\s+(?:(?:climate|reduction|science[- ]based|emissions?|ghg)\s+)*(?:targets?|goals?)\b|`+
				`\bmilestones?\b|\bby\s+(?:the end of\s+)?`+fiscal+`20[2-3]\d\b.{0,140}\bby\s+(?:the end of\s+)?`+fiscal+`20[2-6]\d\b`,
			`\b20[2-6]\d\b|\d\s?%`, carbon+`|\breduc\w*`, aim).but(others)}}},
	{paragraph: "S2.33(g)", condition: ifTargets, holds: hasTargets, parts: []part{{what: "whether the target is absolute or an intensity",
		said: says("absolute|intensity", carbon,
			`\b(?:absolute\b.{0,60}\b(?:emissions?|targets?|reduc\w*|terms)|(?:emissions?|targets?|reduc\w*)\b.{0,60}\babsolute|`+
				`(?:emissions? )?intensity\b.{0,30}\b(?:targets?|reduction|by \d)|(?:targets?|reduc\w*)\b.{0,60}\bintensit(?:y|ies))\b`,
			aim+`|\breduc\w*`)}}},
	{paragraph: "S2.33(h)", condition: ifTargets, holds: hasTargets, parts: []part{{what: "how the latest international agreement on climate informed the target",
		said: says("paris|1.5", `\bparis\b|\b1\.5\s?°?\s?c\b|\b1\.5[- ]degree`,
			ownTarget+`.{0,120}`+inLine+`.{0,90}(?:\bparis\b|\b1\.5)|`+inLine+`.{0,60}(?:\bparis\b|\b1\.5).{0,120}`+ownTarget)}}},
	{paragraph: "S2.34(a)", condition: ifTargets, holds: hasTargets, parts: []part{
		{what: "whether a third party has validated the target",
			said: says("sbti|science-based|science based|third party|third-party|independent", thirdParty, validated).but(toBeValidated)},
		{what: "whether a third party has validated the method of setting it",
			said: says("sbti|science-based|science based|third party|third-party|independent",
				thirdParty, validated, `\b(?:sbti|science[- ]based targets? initiative|method\w*|approach|criteria|pathways?)\b`).but(toBeValidated)},
	}},
	{paragraph: "S2.34(b)", condition: ifTargets, holds: hasTargets, parts: []part{{what: "how the target is reviewed",
		said: says("review|recalculat|reassess|re-assess",
			`\b(?:targets?|goals?)\b[^;]{0,80}\b(?:review\w*|re-?assess\w*|recalculated)\b|\b(?:review\w*|re-?assess\w*)\b[^;]{0,60}\b(?:targets?|goals?)\b`,
			`\b(?:every|annual\w*|year\w*|quarter\w*|regular\w*|when|process|five years|board|committee|monthly)\b`,
			carbon+`|\b(?:sustainab\w*|each target|(?:a|the|our) targets?)\b`).
			but(`\breview\w*\s+(?:of\s+)?(?:the\s+|our\s+)?(?:progress|performance|development)\b|\bstrategy review\b`)}}},
	{paragraph: "S2.34(c)", condition: ifTargets, holds: hasTargets, parts: []part{{what: "the metrics of progress", fact: againstBase,
		said: says("progress|track|monitor|measur", `\b(?:progress|track\w*|monitor\w*|measur\w+)\b`, `\b(?:targets?|goals?)\b`, carbon,
			`\b(?:metrics?|indicators?|kpis?|in tonnes|emissions? (?:per|intensity)|scopes? [123]|`+proportion+`)`)}}},
	{paragraph: "S2.34(d)", condition: ifTargets, holds: hasTargets, parts: []part{{what: "revisions of the target with their reasons, or that there were none",
		said: says("revis|updat|rais|strengthen|tighten|adjust|rebaselin|recalculat|chang|not happened",
			`\b(?:has|have) not (?:happened|changed)\b.{0,40}\btargets?\b|`+
				`\b(?:targets?|goals?|ambitions?)\b.{0,80}\b(?:revis\w+|updated|raised|strengthened|tightened|adjusted|re-?baselined|recalculated|changed|unchanged)\b|`+
				`\b(?:revis\w+|updated|raised|strengthened|tightened|adjusted|re-?baselined|no changes? to|no revisions?)\b.{0,60}\b(?:targets?|goals?|ambitions?)\b`,
			carbon+`|\btargets? (?:was|were) set\b`,
			`\b(?:because|due to|as a result|following|in line|after|to (?:reflect|align|include)|no|not|unchanged|since|reason)\b`).but(others + `|` + pay)}}},
	{paragraph: "S2.35", condition: ifTargets, holds: hasTargets, parts: []part{
		{what: "performance against the target",
			said: says("reduced|reduc|fell|fallen|decreas|below|achiev|reach|lower|cut",
				carbon, `\b(?:achieved|reached|reduced|fallen|fell|decreased|cut|lowered|were|was)\b`, proportion,
				`\b(?:targets?|goals?|base(?:line)?(?:[- ]year)?|since|compared (?:to|with) `+fiscal+`20[01]\d|against 20[01]\d|from 20[01]\d)\b`).
				but(`\b(?:will|aims?|plan(?:s|ned)? to|by 20(?:2[4-9]|[3-6]\d))\b`)},
		{what: "the trend",
			said: says("emission|co2|ghg", `\b(?:emissions?|co2e?|ghg)\b`, `\b(?:decreased|increased|fell|rose|declined|grew|dropped|reduced)\b`,
				proportion+`|\bdue to\b|\bbecause\b|\bmainly\b|\bas a result\b`).but(`\b(?:will|aims?|targets?|can be|could|avoided|intend\w*)\b`)},
	}},
	{paragraph: "S2.36(a)", condition: ifGHG, holds: hasTargets, parts: []part{{what: "which gases the target covers",
		said: says("methane|gases|nitrous|kyoto|co2",
			`\b(?:all (?:seven |six |relevant )?(?:kyoto )?(?:greenhouse )?gases|kyoto gases|methane|nitrous oxide|carbon dioxide only|co2 only)\b`,
			`\b(?:targets?|goals?|commit\w*)\b`)}}},
	{paragraph: "S2.36(b)", condition: ifGHG, holds: hasTargets, parts: []part{{what: "the scopes that the target covers", fact: func(f *facts.Fact) bool {
		return f.Target && f.Scope != "" && (f.Metric == facts.GHGReduction || f.Metric == facts.GHGEmissions)
	},
		said: targetSentence("scope", `\bscopes?\s*[123]`, `\b(?:reduc\w*|net[- ]zero|neutral\w*|targets?|goals?|cut|lower)\b`)}}},
	{paragraph: "S2.36(c)", condition: ifGHG, holds: hasTargets, parts: []part{
		{what: "whether the target is gross or net",
			said: targetSentence("net|gross|offset",
				`\bnet[- ]zero\b.{0,100}\bby\b|\bby\b.{0,60}\bnet[- ]zero\b|\bgross\b.{0,40}\b(?:targets?|emissions?)|`+
					`\bwithout (?:the use of )?(?:offset\w*|credits|compensation)`)},
		{what: "the gross target that stands apart from the net one", when: func(d *disclosed) bool { return d.netTarget },
			said: says("gross|offset|credit|compensation|residual|remaining", `\b(?:targets?|goals?|targeting|will|aim\w*)\b`,
				`\bgross\b.{0,40}\b(?:targets?|emissions?|reduc\w*)|\btargets?\b.{0,60}\bgross\b|`+
					`\b(?:without|before|excluding)\s+(?:the\s+use\s+of\s+|any\s+)?(?:carbon\s+)?(?:offset\w*|credits|compensation)|`+
					`\b(?:no|not)\b.{0,40}\b(?:offsets?|credits)\b.{0,60}\btargets?\b|\d\s?%.{0,120}\b(?:residual|remaining)\b.{0,40}\b(?:emissions?|neutrali\w*)`,
				carbon+`|\boffsets?\b`).
				but(others)},
	}},
	{paragraph: "S2.36(d)", condition: ifGHG, holds: hasTargets, parts: []part{{what: "whether a sectoral approach was used",
		said: says("sector|contraction",
			`\bsectora?l? decarboni[sz]ation approach\b|\bsda\b|\babsolute contraction\b|\bsector(?:al|[- ]specific) (?:pathways?|approach|targets?)\b`)}}},
	{paragraph: "S2.36(e)", condition: "asked for where a target is net; that no credits are planned is an answer",
		holds: func(d *disclosed) bool { return d.netTarget }, parts: []part{{what: "the planned use of carbon credits",
			said: says("credit|offset", `\bcarbon credits?\b|\boffsets?\b|\boffsetting\b|\bcompensation projects?\b`,
				`\b(?:will|purchase of|rely|no|not|plan(?:s|ned)?|intend\w*|residual|remain\w*|count(?:ed)?|neutrali[sz]\w*|without|polic(?:y|ies))\b`,
				carbon+`|\boffset`).but(`\bcredits? (?:risk|card|rating|institution)|` + creditsOfOthers)}}},
	{paragraph: "S2.36(e)(i)", condition: ifCredits, holds: plansCredits, parts: []part{{what: "how far and in what way the target relies on credits",
		said: says(credits, creditWord, figure+`|\bonly\b|\blast resort\b|\bresidual\b|\bremaining\b|\bmaximum\b|\bup to\b|\bat most\b`,
			`\b(?:will|rely|relies|reliance|use|plan(?:s|ned)?|intend\w*|compensat\w*|neutrali[sz]\w*|offset\w*|purchas\w*)\b`,
			`\b(?:targets?|goals?|net[- ]zero|neutral\w*|emissions?)\b`)}}},
	{paragraph: "S2.36(e)(ii)", condition: ifCredits, holds: plansCredits, parts: []part{{what: "which schemes verify or certify the credits",
		said: says(credits, creditWord,
			`\b(?:verra|vcs|verified carbon standard|gold standard|puro\.?earth|climate action reserve|american carbon registry|plan vivo|`+
				`cdm|clean development mechanism|icvcm|isometric|certified (?:by|under|according)|verified (?:by|under|according))\b`)}}},
	{paragraph: "S2.36(e)(iii)", condition: ifCredits, holds: plansCredits, parts: []part{
		{what: "whether the credits are nature-based or technological",
			said: says(credits, creditWord,
				`\b(?:nature[- ]based|forest\w*|reforest\w*|afforest\w*|mangroves?|peatlands?|soil|direct air capture|technolog\w+|biochar|cook ?stoves?|beccs|dac)\b`)},
		{what: "whether they reduce or remove carbon",
			said: says(credits, creditWord,
				`\b(?:remov\w+|captur\w+|sequest\w+|avoid\w+|avoidance|reduction credits?|emissions? reductions? (?:projects?|credits?))\b`)},
	}},
	{paragraph: "S2.36(e)(iv)", condition: ifCredits, holds: plansCredits, parts: []part{{what: "what else their credibility depends on, such as permanence",
		said: says(credits, creditWord, `\b(?:permanen\w+|additional(?:ity)?|leakage|double[- ]count\w*|credib\w+|quality criteria|integrity)\b`)}}},
}

// creditsOfOthers tells sentences on what somebody else may do with credits.
const creditsOfOthers = `\b` + otherParties +
	`\s+(?:may|might|can|could|will|would|should|plan\w*|intend\w*|use[ds]?|buy|bought|rely|relies|offset\w*|purchase\w*|are|is|also)\b`

const (
	ifCredits  = "asked for where credits are planned for a net target"
	credits    = "credit|offset|compensation project"
	creditWord = `\b(?:carbon credits?|offset(?:s|ting)?|carbon offsets?|compensation projects?)\b`
)

// plansCredits says that a net target is to be reached with credits.
func plansCredits(d *disclosed) bool {
	return d.netTarget && d.met["S2.36(e)"] && !d.denied["S2.36(e)"]
}
