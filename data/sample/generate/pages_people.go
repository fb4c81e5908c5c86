package main

import "github.com/sibyl-project/sibyl/data/sample/layout"

// safety is page 14.
func safety(b *layout.Book) {
	b.Page("People and places")
	b.H1("People and safety")
	b.Table(layout.Table{
		Caption: "Safety of employees and contractors",
		Header:  []string{"", "2024", "2023", "2022"},
		Widths:  []float64{6, 2, 2, 2},
		Rows: [][]string{
			{"Fatalities, employees", "0", "0", "0"},
			{"Fatalities, contractors", "1", "0", "1"},
			{"Lost-time injuries", "14", "17", "19"},
			{"Hours worked, million", "11.2", "10.9", "10.8"},
			{"Lost-time injuries per million hours", "1.25", "1.56", "1.76"},
		},
	})
	b.P("In September 2024 a contractor lost his life when a load slipped at the Cilegon jetty. The investigation led to new rules for lifting, " +
		"which apply at all sites since December.")
	b.P("There were 14 lost-time injuries in 11.2 million hours worked, which is a rate of 1.25 per million hours. " +
		"The rate improved by 19.9 % compared with 2023.")
	b.Table(layout.Table{
		Caption: "Employees at year end",
		Header:  []string{"Country", "2024", "2023", "2022"},
		Widths:  []float64{6, 2, 2, 2},
		Rows: [][]string{
			{"Indonesia", "4,310", "4,270", "4,180"},
			{"Netherlands", "1,460", "1,480", "1,510"},
			{"Poland", "650", "630", "590"},
			{"=Total", "6,420", "6,380", "6,280"},
		},
	})
	b.P("Women held 214 of 823 management positions at the end of 2024, or 26.0 %. Employees received 118,400 hours of training, on average 18.4 hours each.")
	b.H2("Fair pay and dialogue")
	b.P("All employees in Indonesia are paid at least 12 % above the local minimum wage. Collective agreements cover 93 % of employees. " +
		"The whistleblower line received 37 reports in 2024, of which 35 were closed by year end; none concerned child or forced labour.")
	b.H2("Communities")
	b.P("Around Gresik and Cilegon 2,900 households received clean water from our treatment plants in the dry season. " +
		"We spent EUR 1.1 million on schools, clinics and wells. A council of neighbours meets at every kiln site twice a year.")
}

// quarries is page 15.
func quarries(b *layout.Book) {
	b.Page("People and places")
	b.H1("Quarries and nature")
	b.Lead("We dig limestone and clay at three places. What is dug out is planted again, pit by pit.")
	b.P("At the Kedungrejo quarry south of Gresik, East Java, we replanted 118 hectares of former pits between 2019 and 2024. " +
		"More than 70 % of the trees are native species, among them teak, trembesi and tamarind.")
	b.Table(layout.Table{
		Caption: "Land replanted at Kedungrejo, hectares",
		Header:  []string{"", "2019", "2020", "2021", "2022", "2023", "2024", "Total"},
		Widths:  []float64{3.4, 1.4, 1.4, 1.4, 1.4, 1.4, 1.4, 1.6},
		Rows: [][]string{
			{"Planted", "14", "16", "19", "21", "23", "25", "118"},
			{"Of which native trees", "10", "11", "13", "15", "16", "18", "83"},
		},
	})
	b.P("On the coast of Banten we have planted mangroves together with two villages since 2021. " +
		"The survival rate after two years was 64 %, measured by the villagers and checked by a biologist of the regional environment office.")
	b.Bars("Land replanted at Kedungrejo, hectares", []string{"hectares"}, []layout.Bar{
		{Label: "2019", Values: []float64{14}, Shown: []string{"14"}},
		{Label: "2020", Values: []float64{16}, Shown: []string{"16"}},
		{Label: "2021", Values: []float64{19}, Shown: []string{"19"}},
		{Label: "2022", Values: []float64{21}, Shown: []string{"21"}},
		{Label: "2023", Values: []float64{23}, Shown: []string{"23"}},
		{Label: "2024", Values: []float64{25}, Shown: []string{"25"}},
	})
	b.H2("Biodiversity")
	b.P("None of our quarries lies inside a protected area. The clay pit at Tlogosari lies 3 kilometres from a nature reserve; " +
		"a strip of 200 metres is kept free of digging. A survey in 2023 counted 61 species of birds at Kedungrejo.")
	b.H2("Wood and fibre")
	b.P("All virgin fibre that we buy is certified by FSC or PEFC. In 2024 we bought 41,300 tonnes of virgin fibre, of which 72 % came from Finland " +
		"and Sweden and 28 % from plantations in Sumatra. We do not buy from land cleared after 31 December 2015.")
}

// indonesian is page 16: another language, and numbers in its format.
func indonesian(b *layout.Book) {
	b.Page("Ringkasan")
	b.H1("Ringkasan dalam Bahasa Indonesia")
	b.Lead("Laporan ini memuat kinerja keberlanjutan Kooijveld Samudrasa N.V. untuk tahun buku 2024.")
	b.H2("Emisi dan energi")
	b.P("Total emisi gas rumah kaca kami pada tahun 2024 adalah 1.795.200 ton CO2e, turun 2,7 persen dibandingkan tahun 2023. " +
		"Emisi Lingkup 1 turun menjadi 412.300 ton CO2e, sedangkan emisi Lingkup 2 berbasis lokasi turun menjadi 96.400 ton CO2e.")
	b.Table(layout.Table{
		Caption: "Emisi gas rumah kaca menurut lingkup, ton CO2e",
		Header:  []string{"", "2024", "2023", "2022"},
		Widths:  []float64{5, 2, 2, 2},
		Rows: [][]string{
			{"Lingkup 1", "412.300", "431.800", "448.500"},
			{"Lingkup 2 (berbasis lokasi)", "96.400", "101.200", "104.900"},
			{"Lingkup 3", "1.286.500", "1.311.400", "1.342.700"},
		},
	})
	b.P("Biomassa dan bahan bakar dari sampah memenuhi 18,7 persen dari seluruh kebutuhan energi. " +
		"Pemakaian batu bara berkurang karena jalur pengumpan sekam padi di Gresik mulai beroperasi penuh.")
	b.H2("Air dan limbah")
	b.P("Pengambilan air turun 4,3 persen menjadi 3.412 ribu meter kubik. Sekitar 61 persen diambil di daerah dengan tekanan air yang tinggi, " +
		"semuanya di Pulau Jawa.")
	b.H2("Keselamatan kerja")
	b.P("Pada bulan September 2024 seorang pekerja kontraktor meninggal dunia di dermaga Cilegon. Kami turut berduka cita kepada keluarganya. " +
		"Aturan pengangkatan beban yang baru berlaku di semua lokasi sejak bulan Desember.")
	b.H2("Komitmen")
	b.P("Kami akan menurunkan emisi Lingkup 1 dan 2 sebesar 42 persen antara tahun 2020 dan 2030. " +
		"Dewan Pengawas meninjau kemajuan rencana transisi ini dua kali setahun. Bekas tambang seluas 118 hektare di Kedungrejo telah ditanami kembali.")
	b.Box("Tentang ringkasan ini", "Ringkasan ini disediakan untuk para pembaca di Indonesia. Jika terdapat perbedaan, teks bahasa Inggris yang berlaku.")
}
