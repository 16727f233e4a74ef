// Package news has the rules of who is told, without asking, what candidates do: which changes are news, and how often
// a member hears of them (D27).
package news
