import type { Language, Text } from "#kernel/text.ts";
import { call } from "#kernel/web/call.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { Loaded } from "#kernel/web/page/document/useLoad.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";

/** What the server tells a person about the own account. */
export interface Own {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
  readonly displayNameEn: string | null;
  readonly userType: string;
  readonly email: string | null;
  readonly emailVerified: "Y" | "N";
  readonly mobile: string | null;
  readonly mobileVerified: "Y" | "N";
  readonly userLanguage: Language | null;
  readonly timeZone: string | null;
  /** the organisation's, which counts while the own is empty */
  readonly orgZone: string;
  readonly defaultRespId: string | null;
  readonly mfaType: "TOTP" | "EMAIL" | null;
  readonly avatarFileId: string | null;
  readonly pwdChangedAt: string | null;
  readonly lastLoginTime: string | null;
  readonly lastLoginIp: string | null;
  readonly responsibilities: readonly {
    readonly responsibilityId: string;
    readonly respCode: string;
    readonly respName: string;
    readonly respNameEn: string;
    readonly supplierName: string | null;
  }[];
  readonly channels: readonly ("EMAIL" | "SMS")[];
  readonly recoveryLeft: number;
  /** Told once, by the call that made them. */
  readonly recoveryCodes?: readonly string[];
}

const mine = "BaseUsers.own";
const path = (name: string): string => `baseServer/baseUsersService/${name}`;

/** The own account; every place that shows it hears when it changes. */
export function useOwn(): Loaded<Own> {
  const load = useLoad<Own>("own", async () => (await call<Own>(path("findOwn"))).data);
  useChanged(mine, load.again);
  return load;
}

/** Changes something of the own account and tells every place that shows it. */
export async function changeOwn(name: "saveOwn" | "bindOwn" | "saveOwnMfa" | "renewOwnRecoveryCodes", body: object): Promise<Own> {
  const { data } = await call<Own>(path(name), body);
  tellChanged({ entity: mine, id: data.userId });
  return data;
}

export const ownCall = <T,>(name: string, body: object = {}) => call<T>(path(name), body);

/** What may be chosen as the own zone: the organisation's, else any by name. */
export const zoneOptions = (say: (text: Text) => string, orgZone: string): { readonly value: string; readonly label: string }[] => [
  { value: "", label: say([`与组织相同（${orgZone}）`, `Same as organisation (${orgZone})`]) },
  ...Intl.supportedValuesOf("timeZone").map((zone) => ({ value: zone, label: zone })),
];
