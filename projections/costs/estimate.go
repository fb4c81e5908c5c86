package costs

// Estimate is what a run over a report would ask language models, before it is started and without anybody being asked.
type Estimate struct {
	Pages        int             `json:"pages"`
	Claims       int             `json:"claims"`
	Calls        int             `json:"calls"`
	InputTokens  int             `json:"input_tokens"`
	OutputTokens int             `json:"output_tokens" doc:"of answers of the usual length"`
	USD          string          `json:"usd" doc:"by the price table"`
	Unpriced     int             `json:"unpriced,omitempty" doc:"calls of models without a known price: usd leaves them out"`
	Seconds      int             `json:"seconds" doc:"that the calls take, as many at once as are allowed; the rest of the analysis comes on top"`
	ByRole       []EstimatedRole `json:"by_role"`
}

// EstimatedRole is the part of a role.
type EstimatedRole struct {
	Role         string `json:"role"`
	Model        string `json:"model"`
	Calls        int    `json:"calls"`
	InputTokens  int    `json:"input_tokens"`
	OutputTokens int    `json:"output_tokens"`
	USD          string `json:"usd,omitempty"`
}
