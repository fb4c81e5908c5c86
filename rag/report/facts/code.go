package facts

import "github.com/sibyl-project/sibyl/rag/pattern"

// IsCode reports whether a heading is the code of a disclosure, a principle or a company's own indicator that stands beside the names of rows:
// "P2", "GRI 305-1", "SU11-WE", "RT-IG-130a.1". Gases and elements ("H2", "CO2-E") are names.
func IsCode(heading string) bool {
	return disclosureCode.MatchString(heading) && !elementName.MatchString(heading)
}

var (
	disclosureCode = pattern.Compile(`^(?:(?:GRI|ESRS|SASB|SDG|UNGC)\s?[\w\d.,-]*\d[\w\d.,-]*|[A-Z]\d{1,2}(?:[.-]\d{1,2})*` +
		`|[A-Z]{2,5}\d{1,3}(?:-[A-Z][A-Za-z\d]{1,6})+|[A-Z]{2}-[A-Z]{2}-\d{3}[a-z]\.\d)$`)
	elementName = pattern.Compile(`^(?:[HNO]\d|[A-Z]{1,2}\d-[A-Z]{1,2})$`)
)
