// Package orgfile reads the organization file: the YAML in which an organization declares its people, assessments,
// postings, imports and submissions, and from which `litmus apply` writes them.
//
// [Parse] takes the bytes of one file and gives a [models.Setup] in which defaults are filled, emails and links are
// checked and every reference is resolved; or an [Error] that lists every problem with its file, line and path, so that
// one run shows all there is to mend and nothing is applied. [ParseArtifacts] reads the file of `litmus artifacts`,
// which has three of the keys of an import. [Demo] is the organization that `litmus up` loads into an empty database.
//
// The file is walked as a tree of nodes, not decoded into structs, because only nodes know their line. A [value] is a
// node with the path that led to it; its methods (text, integer, email, instant, …) read it and note what is wrong. A
// value that is absent, or null, reads as its default and is never an error by itself: what must be there is asked for
// with required.
//
// Rules that the reader of a file may wonder about:
//
//   - Text is taken as it is written, also where YAML sees a number or a date: `password: 0123`, `scheduled_start_at:
//     2026-03-02T15:00:00Z`. Numbers and true or false are written without quotes.
//   - Anchors, aliases, merge keys and tags are refused: entries are told apart by their key, so copies are of little
//     use,
//     and a small file cannot grow into a large one.
//   - A posting may name an interviewer who is not among the people of the file: the person may be known already, and
//     an
//     unknown one is accepted wherever an interviewer is named (decision 36).
//   - The step of an import is KEY or TRACK/KEY. A bare KEY that stands in several tracks is the default track's; when
//     it
//     stands in several tracks and not in the default one, it must be written TRACK/KEY.
//   - Credentials of a calendar appear in no error, also not those in the address of a feed.
package orgfile
