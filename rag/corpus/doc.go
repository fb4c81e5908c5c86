// Package corpus is the knowledge base: the standards in our own words, a user's licensed copies of them, and the
// reports that were indexed, in one library that is searched and looked up by paragraph.
//
// The bundled standards (data/ifrs, data/sasb) are part of the program. They are put on the library's shelves on first
// use, and again when the program brings others; what a user has taken away stays away until it is asked for.
//
// A licensed copy belongs to whoever ingested it. Only a search or look-up that says Owner sees it, and then it goes
// before our own words. Agents never do: what they read ends in findings, documents, bundles and prompts of models
// elsewhere, and in none of these may a word of a licensed text stand. So nothing that a run says depends on whether
// a copy is there.
//
// Copies are kept apart from everything else in the library, since even the scores of other texts would tell of them.
//
// A Corpus is safe for concurrent use, owns no goroutine and needs no closing.
package corpus
