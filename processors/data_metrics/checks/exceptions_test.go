package checks_test

import "testing"

// What is said of all is broken by one of them; the one that breaks it has to be one of those that are meant.
func TestWhatIsSaidOfAllAgainstAnException(t *testing.T) {
	for _, c := range []struct{ all, some, want string }{
		{"All 42 breweries hold a certificate under ISO 14001.", "Three breweries are not yet certified under ISO 14001.", "says \"All 42 breweries hold"},
		{"All 14 sites are certified to ISO 45001.", "Tuas and Cork are not yet certified to ISO 45001.", "Tuas and Cork"},
		{"Every one of our mills has a wastewater treatment plant.", "Two of our mills still do not have a wastewater treatment plant.", "Two of our mills"},
		{"We audited all of our depots in 2023.", "Four depots were not audited in 2023.", "Four depots"},
		{"Each of our nine terminals is connected to shore power.", "One terminal is not connected to shore power.", "One terminal"},
		{"None of our plants is located in an area of water stress.", "Two of our plants are located in areas of water stress.", "Two of our plants"},
		{"All hospitals have been equipped with LED lighting.", "Three hospitals have yet to be equipped with LED lighting.", "Three hospitals"},
		{"All our warehouses are covered by an energy management system.", "Some warehouses are not covered by an energy management system.", "Some warehouses"},
		{"No employee works without a collective agreement.", "We have 40 employees in Norway.", ""},

		{"All 42 breweries hold a certificate under ISO 14001.", "Three breweries are not yet certified under ISO 50001.", ""},
		{"All 42 breweries hold a certificate under ISO 14001.", "Three offices are not yet certified under ISO 14001.", ""},
		{"All our production sites are certified under ISO 14001.", "Three sites are not yet certified under ISO 14001.", ""},
		{"All sites in Germany are certified under ISO 14001.", "Two sites are not yet certified under ISO 14001.", ""},
		{"All sites are to be certified under ISO 14001 by 2026.", "Two sites are not yet certified under ISO 14001.", ""},
		{"All sites should be certified under ISO 14001.", "Two sites are not yet certified under ISO 14001.", ""},
		{"Nearly all sites are certified under ISO 14001.", "Two sites are not yet certified under ISO 14001.", ""},
		{"Not all sites are certified under ISO 14001.", "Two sites are not yet certified under ISO 14001.", ""},
		{"All sites but one are certified under ISO 14001.", "One site is not certified under ISO 14001.", ""},
		{"All sites are certified under ISO 14001, except those that joined us in 2023.", "Two sites are not yet certified under ISO 14001.", ""},
		{"All sites are certified under ISO 14001.", "Two sites that we acquired are not yet certified under ISO 14001.", ""},
		{"All sites are certified under ISO 14001.", "Two sites of our suppliers are not yet certified under ISO 14001.", ""},
		{"All sites are certified under ISO 14001.", "In 2021, two sites were not certified under ISO 14001.", ""},
		{"All sites were certified under ISO 14001 in 2023.", "In 2021, two sites were not certified under ISO 14001.", ""},
		{"All sites are certified under ISO 14001.", "Two sites are not yet certified under the energy standard ISO 50001 that follows ISO 14001.", ""},
		{"All our mills have a wastewater treatment plant.", "Two of our mills do not have a wastewater treatment plant of their own.", ""},
		{"We audited all depots in 2023.", "Four depots were not audited in 2022.", ""},
		{"We audited all depots in 2023.", "Four depots were not audited by the authority in 2023.", ""},
		{"All managers are trained in compliance.", "Three managers were not reappointed.", ""},
		{"All our drivers are trained in first aid every two years.", "Two drivers are not trained in first aid because they left us.", ""},
		{"All materials are sourced responsibly.", "Two materials are not sourced in Europe.", ""},
		{"All members attended each meeting.", "Two members did not attend the meeting in May.", ""},
		{"None of our plants is located in an area of water stress.", "Two plants of a customer are located in areas of water stress.", ""},
		{"None of our plants is located in an area of extremely high water stress.", "Two of our plants are located in areas of water stress.", ""},
		{"None of our plants in Spain is located in an area of water stress.", "Two of our plants are located in areas of water stress.", ""},
		{"All employees are covered by the code of conduct.", "Two employees are not covered by the accident insurance.", ""},
		{"All incidents were reported.", "Two incidents were not reportable.", ""},
		{"All directors are independent.", "Two directors are not independent of major shareholders.", ""},
		{"All vehicles in Oslo run on electricity.", "Some vehicles do not run on electricity.", ""},
		{"Our target was that all shops use LED lamps.", "Nine shops do not use LED lamps.", ""},
	} {
		expectSaid(t, c.all+" / "+c.some, "duplicate_figure", c.want, func() []string {
			return failuresOf(said([]string{c.all + " We are proud of it.", "Our people work hard. " + c.some}), "duplicate_figure")
		})
	}
}

// What is gone from all places of a company is in use in none of them.
func TestWhatIsGoneAgainstWhatIsStillInUse(t *testing.T) {
	for _, c := range []struct{ all, some, want string }{
		{"Since December 2022 desflurane has been withdrawn from all operating theatres of the group.",
			"At four hospitals in Queensland desflurane is still in use.", "desflurane is still in use"},
		{"Heavy oil has been phased out in all our plants.", "The plant in Gdynia still burns heavy oil.", "still burns heavy oil"},
		{"We have removed diesel forklifts from all warehouses.", "Two warehouses still use diesel forklifts.", "still use diesel"},

		{"Desflurane has been withdrawn from all operating theatres in Victoria.", "At four hospitals in Queensland desflurane is still in use.", ""},
		{"Desflurane will have been withdrawn from all operating theatres by 2026.", "At four hospitals desflurane is still in use.", ""},
		{"Desflurane has been withdrawn from almost all theatres.", "At four hospitals desflurane is still in use.", ""},
		{"Desflurane has been withdrawn from all theatres.", "At four hospitals sevoflurane is still in use.", ""},
		{"In December 2022 desflurane has been withdrawn from all theatres.", "In 2021, desflurane was still in use at four hospitals.", ""},
		{"Desflurane has been withdrawn from all theatres.", "Competitors find that desflurane is still in use.", ""},
		{"Heavy oil has been phased out in all our plants.", "The plant in Gdynia still burns oil for start-up.", ""},
		{"We have removed diesel forklifts from all warehouses.", "Two suppliers still use diesel forklifts.", ""},
		{"Plastic cups have been replaced in all canteens.", "Cups made of porcelain are still in use.", ""},
	} {
		expectSaid(t, c.all+" / "+c.some, "duplicate_figure", c.want, func() []string {
			return failuresOf(said([]string{c.all + " We are proud of it.", "Our people work hard. " + c.some}), "duplicate_figure")
		})
	}
}
