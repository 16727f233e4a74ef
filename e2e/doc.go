// Package e2e holds the black-box tests: they drive the service from outside, over HTTP and its command line, and each
// names the clause of the contract or the decision that it tests. Nothing imports it.
//
// The test binary is the service: with LITMUS_TEST_MAIN=1 in its environment it runs the command line instead of the
// tests, so that no second build is needed. harness_*_test.go is what the tests stand on:
//
//   - [Start] runs a `litmus up` of the test's own, to kill, restart or configure;
//   - [NewOrg] gives an organization of the test's own on a service that all tests share, so that they run in parallel;
//   - [Org.Do] sends a request, checks the answer against api/openapi.yaml, and returns a [Response] to look into;
//   - [Org.Letters] waits for mail, [Until] for anything else: nothing sleeps;
//   - [Service.Visitor] opens a browser, [Visitor.Looks] checks and pictures a page;
//   - [Command] runs any other command.
//
// When a service ends, its log is searched for addresses, names and keys: a find fails the test.
package e2e
