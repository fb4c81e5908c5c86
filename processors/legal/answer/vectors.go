package answer

// Vectors are what a question and a passage mean: of the question with how answers speak, and of the passage with what
// stands above and before it.
func (s *Shelf) Vectors(p *Part, at int) (question, passage []float32) { return p.likely, s.wide[at] }
