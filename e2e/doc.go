// Package e2e holds the black-box tests: they drive the service from outside, over HTTP and its command line, and each
// says what it holds, often by its clause of the contract. Nothing imports it.
//
// There are two lanes, since a process and a real clock for plain requests would make everybody wait. Without
// LITMUS_TEST_PROCESS=1 services and commands run in the process of the tests, and a test that needs a process, a
// browser or Temporal is skipped by name. With it every service is a process of the command in the folder program:
// litmus, which the tests build before they begin; so is every command but those that prepare something beside a
// service. The test binary itself is linked without the Temporal server, since that takes long. harness_*_test.go is
// what the tests stand on:
//
//   - [NewOrg] gives an organization of the test's own on a service that all tests share, so that they run in parallel;
//   - [Serve] runs a service of the test's own, to configure, or to move its clock by [Service.AdvanceTo];
//   - [Start] runs a `litmus up` of the test's own as a process, to kill or restart;
//   - [Org.Do] sends a request, checks the answer against api/openapi.yaml, and returns a [Response] to look into;
//   - [Org.Letters] waits for mail, [Until] for anything else: nothing sleeps;
//   - [Service.Visitor] opens a browser, [Visitor.Looks] checks and pictures a page;
//   - [Command] runs any other command.
//
// When a service ends, its log is searched for addresses, names and keys: a find fails the test. A test that fails says
// which clause it tests, what was sent and what was answered.
package e2e
