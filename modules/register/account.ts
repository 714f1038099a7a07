import type { Doc } from "#kernel/entity.ts";
import { responsibility } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { userConsent } from "#kernel/platform/preference.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { add, closeTodo, drop, make, set, tell, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { addDays } from "#kernel/days.ts";
import { register } from "./register.entity.ts";

type Register = Doc<typeof register>;
type User = Doc<typeof user>;

/** The responsibility of that code. */
export async function responsibilityOf(find: Find, respCode: "SUP_REGISTER" | "SUP_ADMIN"): Promise<string> {
  const [resp] = await find.where(responsibility, { respCode }, 1);
  if (!resp) throw new Error(`no responsibility is called ${respCode}`);
  return resp.id;
}

/** Opens the applicant's account, good for the registration and nothing else, and lays out the file with what is known already. */
export function opensAccount(doc: Register, resp: string, days: number, at: Moment): Effect[] {
  const userId = at.newId();
  const dueDate = addDays(at.today, days);
  const consent = { userId, docVersion: doc.consentVersion ?? "", agreedAt: doc.consentDate ?? at.now, ip: doc.consentIp };
  return [
    make(user, userId, {
      userName: doc.username,
      displayName: doc.contactName,
      userType: "SUPPLIER",
      email: doc.email?.trim().toLowerCase() ?? null,
      mobile: doc.mobile,
      emailVerified: doc.emailProven,
      mobileVerified: doc.mobileProven,
      userLanguage: doc.regLanguage,
      startDate: at.today,
      passwordHash: doc.passwordHash,
      pepperId: doc.pepperId,
      pwdChangedAt: doc.consentDate ?? at.now,
      userStatus: "REGISTERING",
    }),
    make(userResp, at.newId(), { userId, responsibilityId: resp, startDate: at.today, status: "ACTIVE" }),
    make(userConsent, at.newId(), { ...consent, docType: "TERMS" }),
    make(userConsent, at.newId(), { ...consent, docType: "PRIVACY" }),
    set(doc, { userId, status: "INFO_FILLING", dueDate, touchDate: at.now, passwordHash: null, pepperId: null }),
    ...(doc.categories.length ? [] : (doc.wantedCategoryIds ?? []).map((categoryId) => add(doc, "categories", { categoryId }))),
    ...(doc.contacts.length
      ? []
      : [
          add(doc, "contacts", {
            contactName: doc.contactName,
            contactRole: ["SALES"],
            mobile: doc.mobile,
            email: doc.email,
            primaryFlag: "Y",
          }),
        ]),
    closeTodo("REG_REVIEW", doc, "HANDLED"),
    tell("SUP_REG_ACCOUNT_OK", { id: doc.id, no: doc.registerNo, company: doc.companyName, userId, date: dueDate }),
  ];
}

/** Ends the account of an applicant at once, sessions and all. */
export const endsAccount = (account: User | null): Effect[] =>
  account && account.userStatus === "REGISTERING"
    ? [
        set(account, { userStatus: "DISABLED" }),
        tell("USER_DISABLED", { userId: account.id, userName: account.userName, handOverTo: null }),
      ]
    : [];

/** The applicant becomes the administrator of the new supplier. */
export function becomesAdmin(
  account: User,
  responsibilities: readonly Doc<typeof userResp>[],
  admin: string,
  supplierId: string,
  at: Moment,
): Effect[] {
  return [
    set(account, { supplierId, userStatus: "ACTIVE", supAdminFlag: "Y" }),
    ...responsibilities.map(drop),
    make(userResp, at.newId(), {
      userId: account.id,
      responsibilityId: admin,
      supplierId,
      startDate: at.today,
      status: "ACTIVE",
    }),
  ];
}
