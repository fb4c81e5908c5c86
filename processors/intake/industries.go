package intake

// industry is an industry of the SASB standards, with words of our own by which its reports are known.
type industry struct {
	code, name string
	// names are words of companies' names, one of which is nearly proof.
	names string
	// words are phrases that reports of this industry use and others hardly; parted by semicolons.
	words string
}

// industries are those that can be told apart by words. A report of another one gets no sector, which is
// better than a wrong one.
var industries = []industry{
	{"FN-CB", "Commercial Banks", "bank;bancorp;banco;banque;sparkasse;banking",
		"loan portfolio;financed emissions;loans;lending;deposits;borrowers;retail banking;corporate clients;green asset ratio;bank;banking;credit risk;" +
			"mortgages;customers' deposits;principles for responsible banking;micro small and medium enterprises;msme;internet banking;kredit;nasabah"},
	{"FN-IN", "Insurance", "insurance;assurance;reinsurance;versicherung;takaful",
		"insurance;policyholders;underwriting;reinsurance;premiums;claims handling;insured;actuarial;property and casualty;solvency ii;" +
			"catastrophe losses;gross written premium"},
	{"FN-AC", "Asset Management & Custody Activities", "asset management;investment management;custody",
		"assets under management;portfolio managers;fund managers;stewardship code;proxy voting;esg integration;mutual funds;article 8;article 9;" +
			"engagement with investees"},
	{"IF-RE", "Real Estate", "reit;real estate;properties;realty;immobilien;property trust;real estate investment trust",
		"tenants;tenant;gross leasable area;leases;unitholders;property portfolio;square feet of;properties;landlord;leasable;occupancy rate;" +
			"green leases;building certifications;leed;breeam;boma;gresb;property management"},
	{"IF-EU", "Electric Utilities & Power Generators", "power;electric;electricity;energie;utilities;grid",
		"power plants;power plant;transmission lines;distribution network;electricity generation;installed capacity;grid operator;megawatts;coal-fired;" +
			"electricity customers;smart meters;wind farms;power generation;outages;saidi;saifi"},
	{"IF-GU", "Gas Utilities & Distributors", "gas utility",
		"gas distribution;pipeline leaks;gas customers;cast iron pipe;natural gas distribution;mains replacement"},
	{"IF-WU", "Water Utilities & Services", "water services;water utility",
		"wastewater treatment plants;drinking water quality;water customers;sewer;water mains;leakage rate;sewage"},
	{"IF-WM", "Waste Management", "waste management;recycling services;environmental services",
		"landfills;landfill gas;waste collection;collection vehicles;materials recovery;recycling facilities;leachate"},
	{"IF-EN", "Engineering & Construction Services", "construction;engineering;bouw",
		"construction sites;construction projects;subcontractors;project sites;infrastructure projects;building sites;civil engineering;backlog;contractors on site"},
	{"IF-HB", "Home Builders", "homes;housing", "homes delivered;homebuyers;plots;home completions;show homes;new homes;land bank"},
	{"EM-EP", "Oil & Gas – Exploration & Production", "oil;petroleum;gas exploration;energy resources;petro",
		"barrels of oil equivalent;upstream;flaring;proved reserves;wells;drilling;boe;hydraulic fracturing;produced water;offshore platforms;" +
			"exploration and production;lng;methane intensity;oil and gas production"},
	{"EM-RM", "Oil & Gas – Refining & Marketing", "refining;refinery",
		"refineries;refinery;refining;crude oil processed;fuel stations;petrol stations;petrochemical;refined products"},
	{"EM-MD", "Oil & Gas – Midstream", "pipelines;midstream",
		"pipeline network;midstream;gas transmission;compressor stations;gathering systems;pipeline integrity"},
	{"EM-CO", "Coal Operations", "coal;batubara", "coal mining;thermal coal;coal mines;coal production;overburden;coal sales;metallurgical coal"},
	{"EM-MM", "Metals & Mining", "mining;minerals;metals;gold;copper;lithium;nickel;aluminium;tambang",
		"tailings;ore;mine closure;mine sites;smelter;open pit;underground mine;mined;concentrator;host communities;mine;copper production;" +
			"gold production;rehabilitation of land;artisanal mining"},
	{"EM-IS", "Iron & Steel Producers", "steel;stahl;acciaio;steelworks",
		"blast furnace;crude steel;steelmaking;electric arc furnace;steel production;coke ovens;steel plants;scrap-based;direct reduced iron"},
	{"EM-CM", "Construction Materials", "cement;concrete;semen;aggregates;ceramics",
		"clinker;cement plants;cement;kiln;concrete;aggregates;quarries;quarry;alternative fuels;cementitious;ready-mix;clinker factor;kilns"},
	{"RT-CH", "Chemicals", "chemicals;chemical;chemie;polymers;specialty chemicals",
		"chemical plants;responsible care;polymers;process safety;reach regulation;product stewardship;feedstock;catalysts;chemical products;" +
			"specialty chemicals;crop protection;solvents"},
	{"RT-IG", "Industrial Machinery & Goods", "machinery;industrial trucks;machine;tools;pumps;elevators;industries",
		"forklift trucks;forklift;industrial trucks;warehouse trucks;intralogistics;supply chain solutions;machinery;machine tools;material handling;" +
			"warehouse automation;pumps;compressors;excavators;spare parts;lithium-ion trucks"},
	{"RT-EE", "Electrical & Electronic Equipment", "electric equipment;electronics;elektro",
		"automation;digital industries;smart infrastructure;switchgear;electrification;low voltage;transformers;industrial automation;motors and drives;" +
			"building technologies;circuit breakers;power distribution;digital twin;drive systems"},
	{"RT-AE", "Aerospace & Defence", "aerospace;defence;defense;aviation systems;aeronautics",
		"aircraft programmes;defence;aerospace;helicopters;aero engines;military;satellites;airworthiness;fuselage"},
	{"RT-CP", "Containers & Packaging", "packaging;containers;glass;cans",
		"packaging solutions;corrugated;glass containers;beverage cans;recycled content packaging;paperboard;aluminium cans;closures"},
	{"TR-AP", "Auto Parts", "automotive;auto parts;tyres;tires",
		"automotive suppliers;vehicle components;tyres;tires;oems;powertrain;brake systems;car makers;seating systems;automotive customers"},
	{"TR-AU", "Automobiles", "motor company;motors;motor corporation;automobiles",
		"vehicles sold;battery electric vehicles;fleet emissions;passenger cars;vehicle models;car buyers;wltp;dealers;vehicle safety;electric vehicle sales"},
	{"TR-AL", "Airlines", "airlines;airways;airline;air lines",
		"revenue passenger kilometres;passengers carried;aircraft fleet;sustainable aviation fuel;jet fuel;cabin crew;pilots;flights;load factor;corsia;" +
			"airline;available seat"},
	{"TR-AF", "Air Freight & Logistics", "logistics;express;post;parcel;freight",
		"parcels;last mile;freight forwarding;delivery vans;courier;shipments;sorting centres;air freight;delivery network"},
	{"TR-MT", "Marine Transportation", "shipping;maritime;tankers;marine lines;pelayaran",
		"vessels;fleet of vessels;bunker fuel;seafarers;imo 2020;container shipping;ballast water;deadweight;ports of call;" +
			"energy efficiency existing ship index;crew on board;shipping routes"},
	{"TR-RO", "Road Transportation", "trucking;haulage;road transport",
		"truck drivers;trucking;freight trucks;haulage;driver turnover;tractor-trailers;long-haul"},
	{"TR-RA", "Rail Transportation", "railway;railways;railroad;rail;bahn",
		"locomotives;railway network;rail freight;trains;railroad;rail tracks;train operations;derailments"},
	{"FB-AG", "Agricultural Products", "plantations;palm;agri;agro;plantation;sawit;sugar",
		"palm oil;plantations;smallholders;plantation;fresh fruit bunches;rspo;crude palm oil;sugar cane;peatland;grain origination;farmers who supply;" +
			"no deforestation no peat;mills"},
	{"FB-PF", "Processed Foods", "foods;food company",
		"food products;nutrition labelling;cocoa;recipes;dairy ingredients;brands and recipes;food safety;sugar reduction;packaged food;sodium reduction"},
	{"FB-MP", "Meat, Poultry & Dairy", "meat;poultry;dairy;beef",
		"cattle;animal welfare;poultry;slaughter;feedlots;broilers;pork;beef;livestock;milk production;dairy farms"},
	{"FB-NB", "Non-Alcoholic Beverages", "beverages;soft drinks",
		"soft drinks;bottling plants;bottlers;beverage;water use ratio;returnable bottles;sugar-sweetened"},
	{"FB-AB", "Alcoholic Beverages", "brewery;breweries;brewing;spirits;wine",
		"breweries;beer;brewing;responsible drinking;distilleries;barley;malt;spirits;brewery"},
	{"FB-TB", "Tobacco", "tobacco;cigarettes;rokok", "tobacco;cigarettes;smoke-free products;leaf growers;nicotine"},
	{"FB-FR", "Food Retailers & Distributors", "supermarkets;grocery;food retail;grocers",
		"supermarkets;supermarket;grocery;private label;store refrigeration;refrigerants;refrigerant;fresh food;food waste;food retail;stores;checkout;" +
			"suppliers of food"},
	{"FB-RN", "Restaurants", "restaurants;coffee company", "restaurants;franchisees;menu items;guests in our restaurants;franchised;drive-thru;coffee shops"},
	{"CG-MR", "Multiline and Specialty Retailers & Distributors", "department stores;retail group",
		"stores;store associates;private brands;retail stores;omnichannel;distribution centers;shoppers;home improvement;department stores;" +
			"warehouse clubs;merchandise;merchandising"},
	{"CG-EC", "E-Commerce", "e-commerce;ecommerce",
		"online marketplace;e-commerce;fulfilment centres;fulfillment centers;merchants on our platform;online shoppers"},
	{"CG-AA", "Apparel, Accessories & Footwear", "apparel;fashion;footwear;textile;clothing",
		"apparel;footwear;garment;cotton;textile;fashion;garments;polyester;tier 1 factories;leather;fabric mills;better cotton;zdhc"},
	{"CG-HP", "Household & Personal Products", "consumer products;cosmetics",
		"detergents;cosmetics;personal care;laundry;skincare;home care;fragrances;surfactants"},
	{"CG-AM", "Appliance Manufacturing", "appliances", "washing machines;refrigerators;home appliances;dishwashers;household appliances"},
	{"CG-BF", "Building Products & Furnishings", "furniture;building products;insulation",
		"insulation products;furniture;flooring;plasterboard;bathroom fittings;roof windows;wood-based panels"},
	{"HC-BP", "Biotechnology & Pharmaceuticals", "pharma;pharmaceuticals;pharmaceutical;biotech;therapeutics;farma",
		"clinical trials;patients;medicines;drug safety;access to medicine;active pharmaceutical ingredients;vaccines;pharmaceutical;therapies;" +
			"counterfeit medicines"},
	{"HC-MS", "Medical Equipment & Supplies", "medical;medical devices",
		"medical devices;medical device;imaging systems;implants;hospital customers;diagnostics;surgical;device recalls"},
	{"HC-DY", "Health Care Delivery", "hospital;hospitals;clinics;healthcare group;rumah sakit",
		"hospitals;patient care;nurses;clinics;inpatient;bed days;clinical quality"},
	{"TC-SI", "Software & IT Services", "software;digital services;cloud;technologies;it services",
		"data centers;data centres;cloud;hosting;software;web hosting;cloud solutions;domains;customers' data;software developers;servers;" +
			"power usage effectiveness;pue;it services;cloud infrastructure"},
	{"TC-IM", "Internet Media & Services", "internet",
		"users of our platform;content moderation;social media platform;search engine;online advertising;user data requests"},
	{"TC-HW", "Hardware", "computer;computers;hardware", "laptops;computers;printers;devices sold;consumer electronics;pcs;product repairability;notebooks"},
	{"TC-SC", "Semiconductors", "semiconductor;semiconductors;microelectronics",
		"wafer;wafers;semiconductor;semiconductors;fabs;chips;perfluorinated;cleanroom;chip manufacturing"},
	{"TC-TL", "Telecommunication Services", "telecom;telekom;telecommunications;mobile;wireless",
		"mobile network;fibre;broadband;subscribers;5g;network coverage;base stations;telecommunications;spectrum;mobile customers"},
	{"SV-HL", "Hotels & Lodging", "hotels;hotel;resorts", "hotels;hotel;guests;room nights;franchised hotels;occupied room;resorts"},
	{"SV-PS", "Professional & Commercial Services", "consulting;staffing",
		"consultants;staffing;client engagements;professional services;temporary workers;our consultants"},
	{"RR-PP", "Pulp & Paper Products", "paper;pulp;kertas", "pulp mills;paper mills;pulp;paper machines;forest certification;black liquor;tissue"},
	{"RR-WT", "Wind Technology & Project Developers", "wind;wind power",
		"wind turbines;turbine blades;nacelles;wind turbine;blade recycling;onshore and offshore wind"},
	{"RR-ST", "Solar Technology & Project Developers", "solar;photovoltaic",
		"solar modules;photovoltaic modules;solar panels produced;polysilicon;solar cells;module recycling"},
}

// industryName is the name of a code, empty if it is none of ours.
func industryName(code string) string {
	for _, i := range industries {
		if i.code == code {
			return i.name
		}
	}
	return ""
}
