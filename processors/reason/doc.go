// Package reason is the port by which agents ask language models: any endpoint that speaks the OpenAI API, with a model for each role
// by configuration.
//
// A model reads and relates; it decides nothing. An agent asks a [Question] and says what it accepts; an answer that does not
// fit the prompt's schema, cites what it was not given, or goes beyond its bounds is asked for once more with what was wrong, and
// then the agent's own rules stand, which the [Reply] says. Text from reports and documents goes into the user's message between
// marks that the text cannot imitate, never into the system message.
//
// Agents are functions of their events: the answer to a question is an artefact under its run and the question's digest before it
// is used, listed in answers.recorded (a [Recorder], which travels in a handler's context, see [Learner]). So a step that
// is tried again or replayed asks nobody, and a question that any run has had answered is answered from there.
//
// One [Asker] serves a process: it bounds how many calls are under way and how fast they begin, tries again what may pass, waits
// for an endpoint that is down (stream.Pause) and gives up on it after a while, and writes every call into the ledger before it is
// made. A run that has used up its budget is told so by an outcome, [BudgetExhausted], not by an error.
package reason
