import { join } from "node:path";
import { folderCompanies, serviceCompanies } from "#bridges/companies.ts";
import type { Premises, Side } from "#kernel/server/install/side.ts";
import { applicantCalls } from "./applicant.calls.ts";
import { companyCalls } from "./company.calls.ts";
import { CompanyLook, companyRiskAnswers } from "./server/company-look.ts";
import { RegisterLetters } from "./server/letters.ts";
import { VisitorCalls } from "./visitor.calls.ts";
import { registerNeeds } from "./needs.calls.ts";

const lookOf = ({ kernel, clock, dataDir, outside }: Premises): CompanyLook =>
  new CompanyLook(kernel, clock, {
    local: folderCompanies(join(dataDir, "companies")),
    at: (address) => serviceCompanies(outside, address),
  });

/** What registration does on the server: the calls of strangers and applicants, letters, looks outside, and the clock. */
export const registerSide: Side = {
  code: "register",
  needs: registerNeeds,
  answers: companyRiskAnswers,
  calls(at) {
    const look = lookOf(at);
    const visitors = new VisitorCalls(at, look);
    at.gate.doors.registration = { mode: () => visitors.mode(), isReserved: (name) => visitors.isReserved(name) };
    return [...visitors.all(), ...applicantCalls(at.kernel), ...companyCalls(at.kernel, look)];
  },
  programs: (at) => lookOf(at).programs(),
  start: (at) => {
    new RegisterLetters(at.kernel, at.gate, at.clock).start();
    lookOf(at).follow();
  },
};
