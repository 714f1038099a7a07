import type { Me } from "#kernel/entity.ts";
import { userCategoryPermit, userMaterialPermit, userOrgPermit } from "#kernel/platform/permit.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import type { Refusal } from "#kernel/refusal.ts";
import { rule, type Find, type Rule } from "#kernel/rule.ts";
import { grantSelf, looksAfter, noPermission, standsAbove } from "./people.ts";

interface Asked {
  readonly self: boolean;
  readonly reachable: boolean;
}

async function readAsked(find: Find, me: Me, userId: string): Promise<Asked> {
  const account = await find.one(user, userId);
  return {
    self: userId === me.userId && me.audience !== "system",
    reachable: looksAfter(me, account) && !(await standsAbove(find, me, userId)),
  };
}

/** Rows a person is kept to or out of: nobody widens or narrows the own view, nor that of somebody out of reach. */
const judge = ({ self, reachable }: Asked): readonly (Refusal | false)[] => [self && grantSelf(), !reachable && noPermission()];

const both = (of: typeof userOrgPermit | typeof userCategoryPermit | typeof userMaterialPermit): readonly Rule[] =>
  (["saveOrUpdate", "delete"] as const).map((action) =>
    rule(of as typeof userOrgPermit, action, {
      reads: (doc, find, _, me) => readAsked(find, me, doc.userId),
      decide: (_, asked) => judge(asked),
    }),
  );

export const permitRules = [...both(userOrgPermit), ...both(userCategoryPermit), ...both(userMaterialPermit)];
