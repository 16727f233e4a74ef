package models

import "errors"

// Advice is what whoever was refused can do next, where that depends on the door that they came through: a field of a
// request, a tool, a form. The facts of a refusal are the same at every door.
type Advice byte

// What is advised.
const (
	AdviceReplace    Advice = iota + 1 // to book in the place of the interview that there is
	AdviceBookAgain                    // the same, for one that is over
	AdviceRoles                        // to look at the list of postings
	AdvicePipeline                     // to look at the posting's pipeline
	AdviceSlots                        // to look at the times at which somebody is free
	AdviceSelfSelect                   // what to do about an assessment that candidates choose themselves
	AdviceInvited                      // what to do about a candidate who is past the invitation
)

// restAdvice has each advice in the words of REST, which follow the facts. Where the fact is a code, that is all (§7).
var restAdvice = map[Advice]string{
	AdviceReplace:   "send replace_existing: true to replace it",
	AdviceBookAgain: "book again with replace_existing: true",
	AdviceRoles:     "take it from GET /api/v1/roles",
	AdvicePipeline:  "take it from GET /api/v1/postings/{id}/pipeline",
	AdviceSlots:     "take a time from GET /api/v1/postings/{id}/slots",
}

// Advised ends a refusal with advice. Its message is that of REST; another door says [Error.Fact] and words of its own.
// The error must be one of this package, whose message ends where the advice goes on: "posting_id is required: ".
func Advised(err error, a Advice) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	out := *e
	out.Fact, out.Advice, out.Message = e.Message, a, e.Message+restAdvice[a]
	return &out
}

// AdviceOf returns the advice of the [Error] that err is or wraps, 0 if there is none.
func AdviceOf(err error) Advice {
	var e *Error
	if errors.As(err, &e) {
		return e.Advice
	}
	return 0
}
