// Package inbox is the mail server of `litmus up`, so that letters can be read without one. It accepts every letter and
// delivers none:
//
//   - [Catcher] speaks SMTP and keeps each letter as a file (catcher.go, message.go);
//   - [Catcher.Handler] shows the letters to people and programs, with their calendar events (inbox.go, calendar.go).
//
// What the catcher has accepted survives the death of the process: opened again on the same folder, it has the letters
// that it had. In production a real mail server plays its role.
package inbox
