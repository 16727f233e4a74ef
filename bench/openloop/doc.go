// Package openloop offers a server requests by a fixed schedule, as users do, and says what they feel: how long after
// the request was due its answer was there, and how long after the answer each letter reached the mail server.
//
// A closed loop sends the next request when the last one is answered, so a server that is slow is asked less, and the
// time that requests would have waited is never measured. Here arrivals do not wait for answers.
package openloop
