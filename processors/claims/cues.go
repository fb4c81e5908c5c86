package claims

// cue is a reason to take a sentence for a claim, or for something else.
type cue int

// The cues, in the order in which a claim's reasoning names them.
const (
	cueCommitment cue = iota // a promise about the future
	cueTarget                // a target, as a thing
	cueBody                  // a body that governs
	cueOversight             // what such a body does
	cuePolicy
	cueEnacts // what is done with a policy
	cuePay
	cueStandard
	cueAssured // certified, validated, verified by others
	cueScope1
	cueScope2
	cueScope3
	cueGHG
	cueNetZero
	cueEnergy
	cueRenewable
	cueWater
	cueWaste
	cueNature
	cueSocial
	cueClimateRisk
	cuePhysical
	cueTransition
	cueScenario
	cuePlan
	cueCarbonPrice
	cueCredits
	cueMoney
	cueInvest
	cueSupply
	cueConduct // compliance, safety, the rights of people
	cueChange  // went up, went down, was reached
	cueDid     // something was done
	cueActs    // it is done in fact: a verb of what somebody did, does or has
	cueBase    // against which year
	cueSite    // a place with a physical condition
	cueOwn     // the reporting entity speaks of itself
	cueOthers  // somebody else is spoken of
	cueDefines // says what a word means, or how something is worked out
	cueDisclaims
	cueOpinion // says what somebody thinks
	cueHedges  // says what may be, can be or should be
	cueOften   // how often
	cueLately  // in which period, without naming a year
	cueAll     // of how many it holds: all, none, half
	cueMust    // what is obligatory
	cueOutside // by somebody outside of the entity
	cueVague   // what everybody says of themselves
	cueTool    // a thing that is there or not: a programme, a system, an audit
	cuePoints  // leads to another place
	cues
)

// says is how a claim's reasoning names a cue.
var says = map[cue]string{
	cueCommitment: "a commitment", cueTarget: "a target", cueBody: "a governing body", cueOversight: "what it does",
	cuePolicy: "a policy", cuePay: "pay", cueStandard: "a standard", cueAssured: "outside assurance",
	cueScope1: "Scope 1", cueScope2: "Scope 2", cueScope3: "Scope 3", cueGHG: "emissions", cueNetZero: "net zero",
	cueEnergy: "energy", cueRenewable: "renewable energy", cueWater: "water", cueWaste: "waste and materials", cueNature: "nature",
	cueSocial: "people", cueClimateRisk: "climate risk", cuePhysical: "physical risk", cueTransition: "transition risk",
	cueScenario: "scenario analysis", cuePlan: "a transition plan", cueCarbonPrice: "an internal carbon price",
	cueCredits: "carbon credits", cueMoney: "money", cueInvest: "investment", cueSupply: "the supply chain", cueConduct: "compliance, safety or rights",
	cueChange: "a change", cueDid: "an action", cueBase: "a base year", cueSite: "a physical condition",
}

var lexical = func() lexicon {
	l := lexicon{}
	l.add(cueCommitment, `aim to, aims to, aiming to, aimed to, aim for, our aim, set itself, set ourselves, set a goal, set the goal, set a target, set targets, goal to, goal for, are targeting, is targeting, committed to, commit to, commits to, commitment to, commitments to, pledge*,
		plan to, plans to, planning to, intend to, intends to, strive to, strives to, striving, ambition*, our goal, goal of, target of, goal is, our goals, objective is,
		our objective*, we will, we ll, will, will be, will continue, will reduce, will achieve, will increase, set out to, endeavor to, endeavour to, seek to, seeks to, seeking to, trying to, looking to,
		on track to, will need, is to be, are to be, shall, expect to, expects to, want to, wants to, is planned, are planned, roadmap`)
	l.add(cueTarget, `target, targets, targeted, reduction target*, interim target*, milestone*, science based target, science based targets, sbt, quota`)
	l.add(cueBody, `board of directors, supervisory board, managing board, management board, executive board, board of management, board of managing directors,
		board of trustees, board of commissioners, board, boards, committee, committees, ceo, cfo, chief executive, chief sustainability officer, chief financial officer, chief operating officer, chief technology officer, chief information security officer, chief people officer, coo, chro,
		chief compliance officer, executive committee, audit committee, sustainability council, diversity council, esg council, climate council, ethics council, steering group, steering committee, works council, internal audit, declaration of trust, executive leadership, leadership team, senior management, compliance department, compliance officer*, human rights officer*, sustainability department, head of sustainab*, head of esg, director of sustainab*, esg committee, privacy team, group management, risk management team`)
	l.add(cueOversight, `overs*, supervis*, monitor*, review*, approv*, responsib*, report to, reports to, reported to, informed, meets, met, chair*, advis*, delegat*,
		accountab*, mandat*, charter, delegates, decides, decided, resolved, appointed, elected, discuss*, comprise*, consists of, composed of, integrat*, established`)
	l.add(cuePolicy, `rules and regulations, policy, policies, code of conduct, code of ethics, codes of conduct, business conduct guidelines, guidelines, charter, whistleblow*,
		compliance system, compliance management, compliance program*, grievance, zero tolerance, anti corruption, anti bribery, supplier code, due diligence,
		internal rules, fined, fines, non compliance, litigation, corruption, bribery, anti competitive, corporate governance`)
	l.add(cueEnacts, `adopt*, requir*, prohibit*, updat*, publish*, revis*, introduc*, appl*, cover*, train*, sign*, compl*, govern*, approv*, modif*, implement*, amend*,
		bind*, enforc*, investigat*, report*, violat*, breach*, certif*, audit*, assess*, extend*, oblig*, commit*, conduct*, contain*, defin*, roll*`)
	l.add(cueOpinion, `believe*, hope, hopes, we think, convinced, proud, recognize that, recognise that, we know, consider ourselves, we feel`)
	l.add(cuePay, `remuneration, bonus, bonuses, variable pay, variable compensation, target compensation, stock based, incentive plan*, incentive compensation, executive compensation, management compensation,
		long term incentive*, short term incentive*, performance shares, compensation system, stock awards`)
	l.add(cueStandard, `gri standard*, global reporting initiative, un guiding principles, guiding principles, ungps, sasb, tcfd, issb, esrs, csrd, ifrs s1, ifrs s2, iso 14001, iso 50001, iso 45001, iso 9001, iso 26000, iso 27001, iso 14064, iso 37001,
		emas, leed, breeam, dgnb, boma best, boma, energy star, gresb, cdp, ecovadis, msci, sustainalytics, dow jones sustainability, ftse4good, iss esg, sustainability yearbook, science based targets initiative, sbti, ghg protocol,
		greenhouse gas protocol, un global compact, global compact, paris agreement, women empowerment principles, women s empowerment principles, diversity charter, net zero banking alliance, zero carbon building, iso 3691, idw ps 980, isae 3000, isae3000, isae 3410, iso14001, iso50001, iso45001, iso9001, iso27001, iso14064, principles for responsible banking, renewable energy certificates, audit standard, universal declaration of human rights, sdg, sdgs, sustainable development goals, eu taxonomy, taxonomy aligned,
		taxonomy eligible, ilo, oecd guidelines, guiding principles on business and human rights, re100, ep100, ev100, fsc, pefc, rspo, msc certified, fairtrade,
		rainforest alliance, equator principles, pcaf, net zero banking alliance, tnfd, epd, ecolabel, blue angel, tüv, isae 3000`)
	l.add(cueAssured, `certified, certification*, certificate*, validated by, validated, verified by, third party verified, verified, assured, limited assurance,
		reasonable assurance, accredited, audited, audits, rated, rating of, score of, ranked, awarded, recognized, recognised, in accordance with, compliant with,
		complies with, comply with, adhere to, adheres to, adhering to, aligned with, conform* to, in line with`)
	l.add(cueScope1, `scope 1, scopes 1, direct emissions, direct ghg emissions`)
	l.add(cueScope2, `indirect ghg emissions from imported energy, energy indirect emissions, scope 2, scopes 1 and 2, scope 1 and 2, scope 1 2, scopes 1 2, scope 1 and scope 2, indirect emissions, market based, location based`)
	l.add(cueScope3, `energy related activities not included in, indirect ghg emissions from transportation, indirect ghg emissions from products used, indirect ghg emissions associated with, other indirect emissions, other indirect ghg emissions, purchased goods and services, upstream leased assets, downstream leased assets,
		use of sold products, use of products sold, processing of sold products, end of life treatment of sold products, upstream transport*, downstream transport*, scope 3, scopes 3, scope 1 2 and 3, scopes 1 2 and 3, scope 1 2 3, scopes 1 2 3, scope 1 to 3, scopes 1 to 3, supply chain emissions, emissions in our supply chain, emissions generated in our supply chain, employee commuting, value chain emissions, upstream emissions, downstream emissions, financed emissions, portfolio emissions`)
	l.add(cueGHG, `ghg, ghgs, greenhouse gas*, emissions, emission, gwp, hfc, hfcs, refrigerant*, co2, co2e, co2eq, carbon dioxide, carbon footprint, carbon intensity, carbon emission*, decarboni*, methane,
		carbon pric*, emissions trading, carbon neutral*, climate neutral*, low carbon, tco2e, tco2, decarbonization`)
	l.add(cueNetZero, `net zero, carbon neutral*, climate neutral*, zero emission*, 1 5 c, 1 5 degree*, 1 5 °c`)
	l.add(cueEnergy, `gas consumption, gasoline, petrol, coal, lignite, heating oil, fossil fuel*, energy, electricity, kwh, mwh, gwh, twh, gj, fuel, fuels, pue, natural gas, diesel, heating, district heating, energy intensity, energy efficiency, led lighting, leds, cooling system*, air conditioning, hvac, insulation, energy management, power consumption, pue, ev charging, charging stations, charging points, chargers, electric vehicle*, electric fleet, bev, bevs, vehicle fleet, company fleet`)
	l.add(cueRenewable, `biomass, biomethane, wood pellets, wood chips, renewable*, solar, photovoltaic*, pv, clean power, carbon free power, emissions free, heat pump*, zero carbon, green building*, wind power, wind energy, wind farm*, green electricity, green power, clean energy, hydropower, geothermal,
		ppa, ppas, power purchase agreement*, guarantees of origin, recs, energy certificates, biogas`)
	l.add(cueWater, `water, wastewater, effluent*, freshwater, water stress, rainwater`)
	l.add(cueWaste, `waste, landfill, recycl*, reuse*, circular*, packaging, plastic*, hazardous, secondary material*, scrap, remanufactur*, refurbish*, compost*`)
	l.add(cueNature, `biodivers*, deforest*, reforest*, regenerative, agricultur*, forest*, tree, trees, ecosystem*, habitat*, wetland*, species, pollinat*, nature based, conservation, animal welfare, minerals, cobalt, land use, soil, mangrove*, peat*, palm oil`)
	l.add(cueSocial, `equal pay, pay equity, fair pay, living wage*, minimum wage*, people with disabilities, employees, employee, executives, trainees, new hires, headcount, community, tenants, students, scholarship*, charit*, non profit*, nonprofit*, schools, homeless, people with disabilities, social, education, internship*, mentor*, health, doctor, nutrition, colleagues, associates, team members, crewmembers, volunteers, our people, staff, labor, labour, equal opportunit*, equality, inclusion, well being, wellbeing, consultation*, parental leave, sabbatical*, part time, flexible working, flexible work, mobile working, mobile work, working time*, job security, benefits program*, trainees, wages, pension*, compensation, women, female, gender, injur*, accident*, illness*, incident*, fatalit*, ltifr, training, learning, diversity, volunteer*, donat*, turnover, apprentice*, workforce, engagement score, survey*, pay gap, nationalities, working hours, absence*, sick*, collective agreement*, human rights, customers, communities, suppliers`)
	l.add(cueClimateRisk, `climate risk*, climate related risk*, esg risk*, sustainability risk*, climate change risk*, risk management, risk assessment*, risk analys*`)
	l.add(cuePhysical, `physical risk*, physical climate risk*, flood*, storm*, drought*, heatwave*, heat wave*, heat stress, wildfire*, extreme weather, sea level`)
	l.add(cueTransition, `transition risk*, transitional risk*, transitory risk*, stranded asset*, carbon pricing risk*`)
	l.add(cueScenario, `scenario analys*, scenario, scenarios, rcp, stress test*, resilience analys*`)
	l.add(cuePlan, `climate strategy, climate transition strategy, net zero strategy, decarbonization strategy, decarbonisation strategy, climate roadmap, net zero roadmap, transition plan*, climate action plan*, decarbonization plan*, decarbonisation plan*, decarbonization roadmap, decarbonisation roadmap, action plan*`)
	l.add(cueCarbonPrice, `internal carbon price*, internal carbon pricing, shadow price of carbon, shadow carbon price*, internal price of carbon, carbon shadow price*`)
	l.add(cueCredits, `carbon credit*, carbon offset*, offsets, offset, offsetting, compensated emissions, removal certificate*`)
	l.add(cueMoney, `revenue*, sales, turnover, capex, opex, loan*, financing, bond*, portfolio, assets under management, budget, costs, savings`)
	l.add(cueInvest, `invest, invests, invested, investing, investment*, capex, capital expenditure*, funding, funded, spent, allocated, financed, green bond*, sustainable finance`)
	l.add(cueSupply, `supplier*, supply chain*, procurement, sourcing, sourced, vendors`)
	l.add(cueConduct, `weapon*, armament*, arms industry, fossil fuel*, nuclear power, exclusion criteria, exclusion list, compliance, corrupt*, briber*, anti competitive, antitrust, misconduct, whistleblow*, data protection, data privacy, privacy, information security, cyber security, cybersecurity,
		occupational health, health and safety, safety, accident*, human rights, child labor, child labour, forced labor, forced labour, freedom of association, discrimination, harassment,
		code of conduct, code of ethics, grievance*, due diligence, ethics, ethical, conflicts of interest, money laundering, taxonomy, green asset ratio, esg, sustainability, sustainable,
		climate, environment, environmental, hse, spill, spills, hazard, hazards, hazardous situations, cyber risk*, it systems, sustainable investment*, disclosure regulation, complaint*, fairness, product safety, life cycle assessment*, lifecycle assessment*, cradle to cradle, materiality, stakeholder*, risk assessment*, audit, audits, assurance, donation*, sponsorship*, governance, executive compensation`)
	l.add(cueActs, `released, releases, centralize, centralizes, centralise, perform, investigate, investigates, examine, examines, inspect, inspects, survey, surveys, visit, visited, dates back, date back, in charge of, given, gave, yielded, yields, buy, buys, bought, insured, insure, phased, serve, validates, verifies, records, recorded, documents, installed, installs, deployed, deploys, entered, applied, applies, adopted, adopts, generated, generates, recycled, diverted, planted, trained, completed, conducted, conducts, conduct, launched, implemented, implements, introduced, introduces,
		purchased, purchases, procured, procures, built, constructed, replaced, converted, upgraded, opened, developed, develops, covered, covers, cover, supplied, supplies, operated, operates, operate, produced, produces, provided, provides, provide,
		assessed, assesses, audited, audits, published, publishes, publish, signed, joined, submitted, sold, delivered, certified, emitted, consumed, used, uses, use, employed, employs, employ, worked, took, participated, participates, participate, participating, received, receives,
		obtained, equipped, switched, rolled, expanded, hosted, issued, issues, sourced, restored, protected, withdrew, disclosed, discloses, disclose, reduced, decreased, increased, fell, rose, grew, declined, improved, achieved, reached, avoided, saved, exceeded, met, meets, doubled, halved,
		lowered, raised, amounted, amounts, totaled, totalled, accounted, accounts, represented, represents, corresponds, corresponded, stood, remained, set, sets, approved, approves, appointed, established, delegated, reviewed, reviews, review, monitors, monitored, oversees, overseen, supervises, reports, reported,
		carried out, carries out, carry out, performed, performs, held, holds, hold, took place, takes place, awarded, won, ranked, rated, recognized by, recognised by, validated, verified, assured, achieving, contracted, invested, invests, invest, spent, donated, financed, granted, paid, pays, offered, offers, offer,
		organized, organised, organizes, started, began, commenced, initiated, updated, revised, standardized, standardised, harmonized, harmonised, modified, integrated, incorporated, incorporates, embedded, included, includes, include, comprises, comprise, consists, contains, required, requires, require, prohibits, prohibited,
		stipulates, obliges, commits, committed, prescribes, defines, defined, follows, complies, comply, checks, checked, check, investigated, tested, tests, inspected, evaluated, evaluates, analyzed, analysed, analyzes, analyses, analyze, screened, screens, identified, identifies, measures, measured, calculates, tracks,
		reused, reuse, utilize, utilizes, utilized, utilise, utilised, eliminated, removed, closed, phased out, phase out, decommissioned, acquired, acquire, acquires, founded, created, designed, linked, tied, aligned, based on the model, shared, share, communicated, informed, informs, chairs, chaired, met, meet, decides, decided, leads, led, heads, headed,
		manages, managed, maintains, maintained, runs, run, owns, own, has a, have a, there were no, there was no, there are no, did not, do not, does not, have been, has been, had access, has access, have access, detected, engaged, engages, engaging, collaborates, collaborated, collaborate, cooperates, supports, supported, sponsors, supporting, attended, enrolled, surveyed, responded, answered, voted, elected, resolved,
		compensated, offset, offsets, purchase, extended, extends, ensures that, works with, working with, work with, take part, took part, takes part, undergo, undergoes, attend, attends, complete, completes, install, receive, track, supervise, implement, assess, evaluate, recycle, donate, develop, train,
		member of, signatory, founding member, is located, are located, is certified, are certified, emits, generate, build, sends, sent, returned, collected, repaired, refurbished, treated, serves, served, helped, replacing, retrofitted, equipping, carries, bears, lies, comes from, come from, is responsible, are responsible, is chaired, is led, is linked`)
	l.add(cueHedges, `may, might, could, can, should, would, possible, where possible, if, likely, able to, enables, enable, allow us, allows us, strives, strive, striving, important, essential, crucial, plays, play`)
	l.add(cueOften, `annually, annual, yearly, quarterly, monthly, weekly, daily, every year, each year, once a year, twice a year, per year, times a year, regularly, regular, per week, per month, every two years, every three years, every quarter, biannual*, semi annual*, half yearly, at least once, ad hoc, hourly`)
	l.add(cueLately, `reporting year, reporting period, year under review, past year, last year, previous year, prior year, this year, fiscal year, financial year, during the year, to date, for the first time, since then, at year end, end of the year, in january, in february, in march, in april,
		in may 2, in june, in july, in august, in september, in october, in november, in december, recently, over the past, in recent years, for the next, for the third, for the second`)
	l.add(cueAll, `all employees, all our, all of our, all of the, all sites, all suppliers, all new, all relevant, every, each, no confirmed, no cases, no incidents, no violations, no fatal*, there were no, there was no, none of, most of, majority of, half of, third of, one in two, one in three, one in four, one in five, one in ten, nine in ten, quarter of, two, three, four, five, six, seven, eight, nine,
		ten, eleven, twelve, dozens, hundreds of, thousands of, millions of, hundred, thousand, largest, zero, not sourced, any material, any identified, group wide, company wide, did not, average of, all business, all reports`)
	l.add(cueMust, `has to ensure, have to ensure, have a duty, has a duty, have the duty, have an obligation, has an obligation, must, mandatory, obligatory, binding, required to, is required, are required, requires, prohibit*, obliged, obliges, not permitted, not allowed, stipulates, in advance, compulsory`)
	l.add(cueOutside, `external, externally, independent, independently, third party, third parties, certification, certified, auditor*, partnership with, in partnership, together with, in collaboration with, in cooperation with, member of, members of, signatory, affiliation`)
	l.add(cueVague, `efforts, journey, taking action, taking actions, take action, worked to develop, trusted relationship*, is a reflection, reflects our, reflect our, reflected in, firmly embedded, fixtures, at the heart of, plays a, key role, even more, further expanded, continue to, strengthen*, focuses on, steadfast, staying ahead, remains resilient, centred on, centered on, is designed to, are designed to, supports us in, helps us, helps participants`)
	l.add(cueTool, `program, programs, programme, programmes, reporting system*, management system*, whistleblower system, platform, platforms, procedure, procedures, award*, audit, audits, survey, surveys, assessment, assessments, training course*,
		training, trainings, handbook, hotline, portal, newsletter, campaign, campaigns, questionnaire*, award, software, tool, pilot*, workshop*, risk analys*, partnership with, dashboard, database, fund, e learning`)
	l.add(cueChange, `yield*, reduc*, decreas*, increas*, cut, cuts, fell, rose, grew, declin*, improv*, achiev*, reach*, avoid*, sav*, exceed*, met, doubl*, halv*, lower*, raised,
		amount*, total*, account* for, represent*, correspond*, stood at, remained, compared to, compared with, year on year, rise, drop*, share of, rate of, came to, equat*, up from, down from`)
	l.add(cueDid, `install*, deploy*, appl*, adopt*, generat*, recycled, divert*, plant, planted, train, trained, complet*, conduct*, launch*, implement*, introduc*, purchas*, procur*, built, construct*, replac*,
		convert*, upgrad*, open*, develop*, cover*, suppl*, operat*, produc*, provid*, support*, assess*, audit*, published, publish*, sign*, join*, submit*, sold, deliver*, certif*, emit*,
		consum*, use, uses, used, employ*, work*, took, participat*, receiv*, donat*, contribut*, screen*, engag*, own, owns, manag*, offset, receive, obtained, equipped, transition*, switch*,
		roll*, expand*, host*, issu*, sourc*, restor*, protect*, withdr*, disclos*, was, were, is, are, has, have, had`)
	l.add(cueBase, `base year, baseline, base line, compared to 2*, compared with 2*, from 2010, from 2015, from 2018, from 2019, from 2020, from 2021, relative to 2*, versus 2*, vs 2*, fy20, previous year, prior year`)
	l.add(cueSite, `plant, plants, factory, factories, facility, facilities, site, sites, hectare*, ha, acre*, forest*, river, basin, watershed, coast*, mine, mines, concession*, plantation*,
		data center*, data centre*, warehouse*, distribution center*, distribution centre*, logistics center*, logistics centre*, building, buildings, headquarters, campus, property, properties, park, located in, water stress, landfill, solar, wind farm*`)
	l.add(cueOwn, `we, our, us, ourselves, the group, the company, the bank, the reit, the corporation, the firm, group wide, company wide, our company, managing board, supervisory board,
		board of directors, management board, executive board, board of managing directors, the board, the committee,
		all employees, every employee, each employee, all new employees, all new hires, all managers, all sites, all locations, all production sites, all manufacturing sites`)
	l.add(cueOthers, `according to the, scientists, the ipcc, ipcc, the iea, the world, the industry, the sector, governments, regulators, the european union, the eu,
		the european commission, the united nations, the german government, humanity, the planet, consumers worldwide, the building sector, the paris agreement, the regulation, the taxonomy regulation,
		the law, legislation, society, the taxonomy states, the taxonomy requires, the taxonomy defines, the taxonomy stipulates`)
	l.add(cueDefines, `means the, score ranges, makes reference to, makes particular reference, defined as, is defined, are defined, definition of, refers to, refer to, is understood, are understood, we understand, the term, is calculated, are calculated, calculated using, calculated by, stands for,
		we calculated, we calculate, accounting for customer, includes all, include all, numbers include, figures include, accounted for and reported, reporting boundar*, scope of consolidation, headcount numbers, calculated based, calculation of, calculated on, is measured by, the sum of, emissions that are, is the ratio, formula, the methodology, methodology for, emission factors, were estimated using, extrapolat*, was calculated, were calculated, to determine, double counting, is determined, are determined, is based on, are based on, calculation was based,
		are excluded, is excluded, not included, are recognized, denominator, numerator, rounding, rounded, like for like includes, includes assets, without adjustments, represent the difference, represents the difference, is the difference between, restated, in this report, this report`)
	l.add(cueDisclaims, `hereby, forward looking, undue reliance, could differ, may differ, actual results, no assurance, no guarantee, disclaimer, all rights reserved, trademark*, copyright, no obligation to update,
		we have performed, our engagement, practitioner*, our conclusion, our responsibility is, independent auditor*, assurance engagement, german public auditors, limited assurance engagement, statements are being provided, this document, acknowledgements, acknowledgments, thank you, dear`)
	l.add(cuePoints, `see page, see pages, see chapter, see section, see also, refer to page, further information, more information, further details, additional information, detailed information, is included in section, can be downloaded, provides an overview, provide an overview, gives an overview, are published in the, is published in the, can be found, found on, available at, available on, please refer,
		please see, are described in the, is described in the section, described in chapter, described in section, described on, shown in the table, following table, table below, chart below, below shows, following chapter*, presented in, listed in, our website, the company s website, on the website, to learn more, learn more about our, learn more at, more about our, details on, details of, explained in, described in more detail, is provided at, is provided on page, are provided on page, on page, on pages, is integrated into this, is also integrated into this, part of the annual report, part of the 2, as outlined, discussed in more detail, discussed below, described below, in more detail below, outlined below, illustrated below, table shows, shown below, shown above, overleaf`)
	return l
}()
