import type { Side } from "#kernel/server/side.ts";
import { applicantCalls } from "./applicant.calls.ts";
import { noCompanyData } from "./server/company-data.ts";
import { RegisterLetters } from "./server/letters.ts";
import { expireRegistrations } from "./server/timers.ts";
import { VisitorCalls } from "./visitor.calls.ts";

/** What registration does on the server: the calls of strangers and applicants, letters, and the clock. */
export const registerSide: Side = {
  code: "register",
  calls(at) {
    const visitors = new VisitorCalls(at, noCompanyData);
    at.gate.doors.registration = { mode: () => visitors.mode(), isReserved: (name) => visitors.isReserved(name) };
    return [...visitors.all(), ...applicantCalls(at.kernel)];
  },
  programs: ({ kernel, clock }) => ({ REGISTER_EXPIRE: () => expireRegistrations(kernel, clock.now()) }),
  start: ({ kernel, gate, clock }) => new RegisterLetters(kernel, gate, clock).start(),
};
