package target

import (
	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/pattern"
)

// How texts say what was aimed at, what was reached, and what that means for the target.
var (
	// aimBefore leads to the figure of a target: "the target for 2023 of at least", "we had set out to win", "the planned".
	aimBefore = pattern.Compile(`(?i)\b(?:(?:targets?|goals?|aims?|objectives?|ambitions?|limits?|thresholds?)\b(?:[^.;:,()\d]|20\d\d\b){0,60}?` +
		`\s(?:of|was|is|to|at|by|below|under|above|over)\b|(?:aimed|set\s+out|planned|promised|pledged|targeted|intended|wanted)\s+(?:for|at|to)\b)` +
		`(?:[^.;:()\d]|20\d\d\b){0,50}$|\b(?:planned|promised|targeted|intended)\s+$`)
	// aimBehind says of the figure before it that it was aimed at: "the 16 hours that we had aimed for", "our 75 % target".
	aimBehind = pattern.Compile(`(?i)^\s*(?:(?:\p{L}+\s+){0,2}?(?:targets?|goals?)\b|` +
		`(?:\p{L}+\s+){0,3}?(?:(?:that|which)\s+)?(?:we\s+|it\s+|the\s+\p{L}+\s+)?(?:had\s+|was\s+|were\s+)?(?:been\s+)?` +
		`(?:aimed\s+(?:for|at)|planned|promised|targeted)\b)`)
	// aimedBack names a target of the sentence before.
	aimedBack = pattern.Compile(`(?i)\b(?:(?:this|that|the|our|its)\s+(?:targets?|goals?|aims?|objectives?|promises?|pledges?|limits?)|(?:it|them))\b`)
	thisAim   = pattern.Compile(`(?i)\bthis\s+(?:targets?|goals?|aims?|objectives?)\b`)

	metSay = pattern.Compile(`(?i)\b(?:met|meet(?:s|ing)|reach(?:ed|es|ing)|achiev(?:ed|es|ing)|attained|fulfilled|kept|exceed(?:ed|s|ing)|` +
		`surpass(?:ed|es|ing)|hit|delivered\s+on|honou?red|outperform(?:ed|s|ing)|beat(?:en)?|stay(?:ed|ing)\s+within)\b`)
	missedSay = pattern.Compile(`(?i)\b(?:miss(?:ed|es|ing)|f[ae]ll(?:ing|s)?\s+short|` +
		`(?:not|narrowly)\s+(?:\p{L}+\s+){0,2}?(?:met|meet|reach(?:ed)?|achieved?|attain(?:ed)?|missed))\b`)
	// unsettled is how a sentence speaks of a target whose time has not come, or that was met in part or by another measure.
	unsettled = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("checks.target not settled") + `|on\s+track|` +
		`(?:to|can)\s+(?:meet|reach|achieve|attain|fulfil|keep|exceed|surpass))\b`)

	aboveSay = pattern.Compile(`(?i)\b(?:above|more\s+than|over|higher\s+than)\s+(?:the|our|its|this|that)\s+` +
		`(?:(?:\p{L}+\s+){0,3}?(?:targets?|goals?)\s+(?:of|was|is)\s+|(?:\p{L}+\s+)?)$`)
	belowSay = pattern.Compile(`(?i)\b(?:below|less\s+than|under|lower\s+than)\s+(?:the|our|its|this|that)\s+` +
		`(?:(?:\p{L}+\s+){0,3}?(?:targets?|goals?)\s+(?:of|was|is)\s+|(?:\p{L}+\s+)?)$`)

	// concludes leads from a figure to what it means.
	concludes = pattern.Compile(`(?i)\b(?:therefore|thus|thereby|hence|accordingly|so|with\s+(?:this|that)|which|this\s+means|` +
		`(?:meet|exceed|surpass|reach|achiev|miss|beat|outperform)ing)\b`)
	// goesOn says of the same subject what it has done with a target.
	goesOn = pattern.Compile(`(?i)^[^;.]*\band\s+(?:(?:have|has|we)\s+)?(?:met|exceeded|surpassed|reached|achieved|missed|fulfilled|kept|beat|outperformed)\b`)
	// onlyVerdict is a sentence that says nothing else, so that what it is of stands before it.
	onlyVerdict = pattern.Compile(`(?i)^(?:the|this)\s+(?:\p{L}+\s+)?(?:target|goal|aim|objective)\s+(?:for\s+(?:\p{L}+\s+){0,3}20\d\d\s+)?of\s+[^,;]{0,30}\s` +
		`(?:was|has\s+been|is)\s+(?:\p{L}+\s+)?(?:met|missed|reached|achieved|exceeded|surpassed|fulfilled|attained)\W*$`)
	// byMeansOf and given lead to a figure from what it means: "with 1.3 million m³ we stayed within it", "we reached it: the rate was 76 %".
	byMeansOf = pattern.Compile(`(?i)\b(?:with|at)\s+(?:\p{L}+\s+){0,4}$`)
	given     = pattern.Compile(`(?i)(?:\b(?:met|reached|achieved|exceeded|surpassed|missed|fulfilled)\b[^.;:\d]{0,40}:|;\s+the\s+actual)\s+[^.;:\d]{0,60}$`)

	toLess  = pattern.Compile(`(?i)\b(?:reduc|cut|lower|decreas|limit|halv)\p{L}*\b[^.;:\d]*\bto\s+$`)
	toMore  = pattern.Compile(`(?i)\b(?:increas|rais|grow|expand|lift|doubl)\p{L}*\b[^.;:\d]*\bto\s+$`)
	cutting = pattern.Compile(`(?i)\b(?:(?:reduc|cut|lower|decreas|sav)\p{L}*\b[^.;:,\d]*\b(?:by|of)|sav(?:e|ed|ing))\s+` +
		`(?:at\s+least\s+|more\s+than\s+|over\s+)?$`)
	isCut = pattern.Compile(`(?i)^\s*(?:less|lower|fewer|below|under|reductions?|cuts?|decreases?|savings?)\b`)
	// notReached is what stands before a figure that is none of what was reached: what it changed from, or by, or has to be held against.
	notReached = pattern.Compile(`(?i)\b(?:from|by|than|against|previous\s+year:?|prior\s+year:?|20\d\d:)\s+$`)
	// whoMet makes a figure the share or the number of those that have met a target of their own.
	whoMet = pattern.Compile(`(?i)^\s*[^,;:.]{0,60}?\b(?:(?:have|has|had|already|also)\s+)?` +
		`(?:met|meet|reach(?:ed)?|achieved?|exceed(?:ed)?|surpassed|missed|attained)\b`)
	nextClause = pattern.Compile(`(?i)\b(?:and|we|so|thus|thereby|therefore|which)\b`)
	ofItsAim   = pattern.Compile(`(?i)^\s*of\s+(?:the|our|its|this|that|what)\b[^.;,]{0,30}?\b(?:targets?|goals?|way|aims?)\b`)
	// elsewhere begins a sentence that speaks of a part alone.
	elsewhere = pattern.Compile(`^(?:In|At|Among|Within|For)\s+(?:the\s+|our\s+)?\p{L}`)
	counted   = pattern.Compile(`^\s+(\p{L}[\p{L}-]*)`)
	goingOn   = pattern.Compile(`(?i)^(?:was|were|is|are|has|have|had|in|by|for|and|per|which|that|on|to|at|as|of)$`)

	// What there should be more of, and what less, in a text that bounds its target by no word.
	theMoreTheBetter = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("checks.the more the better") + `)\b`)
	theLessTheBetter = pattern.Compile(`(?i)\b(?:` + lexicon.Alternatives("checks.the less the better") + `)\b`)
	// awayFrom turns that round: the more waste is diverted from landfill the better.
	awayFrom = pattern.Compile(`(?i)\b(?:divert|avoid|prevent)\p{L}*`)
)
