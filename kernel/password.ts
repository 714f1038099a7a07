import { joinText, type Text } from "./text.ts";

/** The rules a password must keep; settings only make them stricter. */
export interface PasswordRules {
  readonly minLength: number;
  readonly minClasses: number;
  readonly history: number;
  readonly maxAgeDays: number;
}

export const passwordFloor: PasswordRules = { minLength: 8, minClasses: 3, history: 5, maxAgeDays: 0 };
export const passwordMaxLength = 64;

export type PasswordRule = "LENGTH" | "PRINTABLE" | "CLASSES" | "ACCOUNT" | "RUN" | "COMMON";

/** One line of the live rule list under a password field. */
export interface PasswordCheck {
  readonly rule: PasswordRule;
  readonly text: Text;
  readonly kept: boolean;
}

const rows = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
const runLength = 4;
const turned = (text: string): string => [...text].reverse().join("");
const keyboard = [...rows, ...rows.map(turned)];

/** Four same, four neighbours of alphabet or digits, four neighbours of a keyboard row, in either direction. */
export function hasRun(password: string): boolean {
  const text = password.toLowerCase();
  for (let start = 0; start + runLength <= text.length; start++) {
    const part = text.slice(start, start + runLength);
    const steps = [1, 2, 3].map((i) => part.charCodeAt(i) - part.charCodeAt(i - 1));
    const step = steps[0]!;
    if (step === 0 && steps.every((s) => s === 0)) return true;
    const plain = /^(?:[a-z]{4}|[0-9]{4})$/.test(part);
    if (plain && (step === 1 || step === -1) && steps.every((s) => s === step)) return true;
    if (keyboard.some((row) => row.includes(part))) return true;
  }
  return false;
}

export function classesOf(password: string): number {
  return [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((regExp) => regExp.test(password)).length;
}

/** Account names shorter than four characters would forbid too much. */
function containsAccount(password: string, account: string): boolean {
  const name = account.toLowerCase();
  if (name.length < 4) return false;
  const text = password.toLowerCase();
  return text.includes(name) || text.includes(turned(name));
}

const commonStems = new Set(
  (
    "password passwort passwd passw0rd pass admin administrator root system manager master superuser user guest test tester testing demo default changeme change " +
    "secret welcome letmein login logon signin hello hallo access security secure private server service support oracle mysql postgres sqlserver database backup " +
    "qwerty qwertz azerty asdfgh zxcvbn qazwsx qweasd zaqwsx iloveyou loveyou love woaini woaiwojia wodemima mima nihao huawei taobao alibaba tencent baidu xiaomi " +
    "sunshine princess dragon monkey football baseball basketball soccer hockey superman batman spiderman pokemon starwars shadow michael jennifer jordan jessica " +
    "daniel thomas robert andrew matthew joshua ashley amanda nicole charlie buster ginger tigger pepper cookie summer winter spring autumn january february march " +
    "april monday friday freedom whatever trustno starlight flower butterfly computer internet samsung google microsoft windows apple android iphone china beijing " +
    "shanghai shenzhen guangzhou london paris berlin america supplier purchase procurement srm erp company enterprise office " +
    "abc abcd abcde abcdef abcdefg aaa qq qqq www asd zxc qwe qaz wsx pw pwd adm sys sap"
  ).split(" "),
);

const plainLetters: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "8": "b",
  "3": "e",
  "1": "l",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
  "+": "t",
};
const unmask = (text: string): string => text.replace(/[@483!10$57+]/g, (c) => plainLetters[c]!);

/** A word everybody tries first, however decorated: Password1, P@ssw0rd, Admin@123, welcome2026. */
export function isCommon(password: string): boolean {
  const text = password.toLowerCase();
  const tail = /[^a-z]*$/;
  const head = /^[^a-z]*/;
  const candidates = [
    text,
    unmask(text),
    text.replace(tail, "").replace(head, ""),
    unmask(text.replace(/[0-9!@#$%^&*._-]{0,6}$/, "")),
    unmask(text.replace(/[0-9]{1,8}$/, "")).replace(tail, ""),
  ];
  return candidates.some(
    (word) =>
      commonStems.has(word) ||
      (word.length % 2 === 0 &&
        word.length >= 4 &&
        word.slice(0, word.length / 2) === word.slice(word.length / 2) &&
        commonStems.has(word.slice(0, word.length / 2))),
  );
}

/** All rules with the answer for this password, in the order people read them. */
export function passwordChecks(given: string, account: string, rules: Pick<PasswordRules, "minLength" | "minClasses">): PasswordCheck[] {
  const { minLength, minClasses } = rules;
  // One sign beyond the longest says as much about a password as ten thousand, and is looked at as quickly as any other.
  const password = given.slice(0, passwordMaxLength + 1);
  const check = (rule: PasswordRule, cn: string, en: string, current: boolean): PasswordCheck => ({ rule, text: [cn, en], kept: current });
  return [
    check(
      "LENGTH",
      `长度${minLength}至${passwordMaxLength}位`,
      `${minLength} to ${passwordMaxLength} characters`,
      password.length >= minLength && password.length <= passwordMaxLength,
    ),
    check(
      "PRINTABLE",
      "仅限英文字母、数字和键盘符号",
      "Only letters, digits and symbols of a Western keyboard",
      /^[\x20-\x7e]+$/.test(password),
    ),
    check(
      "CLASSES",
      `大写、小写、数字、符号中至少${minClasses}类`,
      `At least ${minClasses} of upper case, lower case, digits, symbols`,
      classesOf(password) >= minClasses,
    ),
    check("ACCOUNT", "不包含账号或其倒写", "Does not contain the account name or its reverse", !containsAccount(password, account)),
    check("RUN", "不含4位相同或连续的字符", "No 4 identical or consecutive characters in a row", password !== "" && !hasRun(password)),
    check("COMMON", "不是常见密码", "Not a common password", password !== "" && !isCommon(password)),
  ];
}

export const failedRules = (password: string, account: string, rules: Pick<PasswordRules, "minLength" | "minClasses">): PasswordCheck[] =>
  passwordChecks(password, account, rules).filter((check) => !check.kept);

/** The broken rules as one clause of a sentence. */
export const sayRules = (checks: readonly PasswordCheck[]): Text => joinText(checks.map((check) => check.text));
