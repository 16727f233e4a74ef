// Package orgfile reads the organization file: the YAML file in which an organization declares its people, pools,
// assessments, postings, imports and submissions, and which `litmus apply` writes to the database.
//
// [Parse] takes the bytes of one file. It returns a [setup.Setup] with default values filled in, emails and links
// checked and every reference resolved, or an [Error] that lists every problem with its file, line and path. One run
// thus shows everything that must be mended, and a file with a problem is not applied at all. [ParseArtifacts] reads
// the file of `litmus artifacts`, which has three of the keys of an import. [Demo] is the organization that `litmus up`
// loads into an empty database.
//
// The file is read as a tree of YAML nodes and not decoded into structs, because only nodes know their line. A value
// is a node together with its path. Its methods (text, integer, email, instant, …) convert it, and add a problem to the
// reader if it is wrong. An absent value, or null, gives the default and is not a problem by itself; required fields
// are read with object.required.
//
// Rules that may surprise the author of a file:
//
//   - Text is taken as it is written, even where YAML sees a number or a date: `password: 0123`,
//     `scheduled_start_at: 2026-03-02T15:00:00Z`. Numbers, true and false must not be in quotes.
//   - Anchors, aliases, merge keys and tags are refused. Entries have unique keys, so copies would be of little use,
//     and without aliases a small file cannot grow into a large one.
//   - A posting may name an interviewer who is not among the people of the file. The person may be in the database
//     already, and unknown people are accepted wherever an interviewer is named.
//   - The step of an import is KEY or TRACK/KEY. A bare KEY that is in several tracks means the step of the default
//     track. If the default track has no such step, it must be written TRACK/KEY.
//   - No error shows the credentials of a calendar, nor those in the address of a feed.
package orgfile
