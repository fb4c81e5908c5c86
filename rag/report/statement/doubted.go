package statement

// doubtedClaims are readings of sentences that may be claims, with what is seen of them in the vectors of their pairs: the means of the sentence and of
// what stands before it, and how the sentence begins.
type doubtedClaims struct {
	readings []*Reading
	numbers  []bool // whether the sentence prints one
	seen     []float32
}

func (d *doubtedClaims) add(a *again, r *Reading, tokens []float32, own int, number bool) {
	width := a.encoder.Width()
	row := func(i int) []float32 { return tokens[i*width : (i+1)*width] }
	d.readings, d.numbers = append(d.readings, r), append(d.numbers, number)
	d.seen = append(append(append(d.seen, mean(row, own, len(tokens)/width, width)...), mean(row, 0, own, width)...), row(own)...)
}

// say puts into the readings what is seen. The first reader knows reports and what surrounds a sentence on its page, the second more of language: both
// together are better than either. A sentence with a number that both call the entity's own is not doubted: it can be checked, and a check that is not
// made costs more than one made for nothing.
func (d *doubtedClaims) say(a *again) {
	x := bent(a.look.of(d.seen))
	claims, voices := a.claim.rows(x), a.voice.rows(x)
	for i, r := range d.readings {
		alone, voice := r.Claim, r.Voice
		certain := d.numbers[i] && r.ofOwn()
		r.Alone, r.VoiceAlone, r.Voice = &alone, &voice, a.voice.likeliest(voices.row(i))
		r.Claim = a.doubt.together(alone, float64(claims.row(i)[0]))
		if certain && r.ofOwn() {
			r.Claim = max(r.Claim, alone)
		}
	}
}

// doubtedFigures are readings of figures with what both readers have seen of them.
type doubtedFigures struct {
	readings      []*FigureReading
	first, second []figureSeen
}

// add adds the figures of a sentence. One that the second does not read so far stays as it is.
func (d *doubtedFigures) add(a *again, r *Reading, tokens []float32, p pair, s *Sentence) {
	width := a.encoder.Width()
	row := func(i int) []float32 { return tokens[i*width : (i+1)*width] }
	n := len(tokens) / width
	sentence := mean(row, p.first, n, width)
	var years []year
	for _, m := range yearMarks(s.Text) {
		at := 0
		if from, _, ok := covering(p.pieces, m.at, m.at+4); ok {
			at = p.first + from
		}
		years = append(years, year{m.text, row(at)})
	}
	for i, f := range s.Figures {
		from, to, ok := covering(p.pieces, f.Start, f.End)
		if !ok || i >= len(r.seen) || !r.seen[i].read() {
			continue
		}
		d.readings, d.first = append(d.readings, &r.Figures[i]), append(d.first, r.seen[i])
		d.second = append(d.second, figureSeen{spanOf(row, p.first+from, p.first+to, n, a.beside, width), sentence, years})
	}
}

// say puts into the readings what both readers say.
func (d *doubtedFigures) say(a *again) {
	for i, r := range both(a.first, &a.figures, d.first, d.second, a.doubt.FiguresShare) {
		*d.readings[i] = r
	}
}
