import type { Premises, Side } from "#kernel/server/install/side.ts";
import { signOrg, signPerson } from "./account.entity.ts";
import { SignDesk } from "./desk.calls.ts";
import { dossierNeeds, Dossiers } from "./dossier.calls.ts";
import type { SigningHouse } from "./house.ts";
import { HouseDesk } from "./house.calls.ts";
import { SignLinks } from "./link.calls.ts";
import { SignCalls, signingNeeds } from "./sign.calls.ts";

const entityOf = (name: unknown): typeof signPerson | typeof signOrg => (name === signOrg.name ? signOrg : signPerson);

/** What signing answers and does by itself, with the outside provider of this installation. */
export const signingSide = (houseOf: (at: Premises) => SigningHouse): Omit<Side, "code"> => ({
  needs: { ...signingNeeds, ...dossierNeeds },
  calls(at) {
    const desk = new SignDesk(at, houseOf(at));
    const house = new HouseDesk(desk, at.clock);
    const links = new SignLinks(at.kernel, at.gate, { files: at.files, desk, publicUrl: at.publicUrl });
    return [...new SignCalls(at.kernel, at.gate, { desk, house, links }).calls(), ...new Dossiers(at.kernel, at.files, desk).calls()];
  },
  programs(at) {
    const house = new HouseDesk(new SignDesk(at, houseOf(at)), at.clock);
    return { CCT_SIGN_POLL: () => house.poll() };
  },
  start(at) {
    const desk = new SignDesk(at, houseOf(at));
    const { outbox } = at.kernel;
    outbox.on("CCT_PUBLISHED", async ({ data }) => void (await desk.officialCopy(String(data["id"]))));
    outbox.on("CCT_ESIGN_STARTED", ({ data }) =>
      desk.house.start({ flowId: String(data["flowId"]), name: String(data["num"]), hash: String(data["hash"]) }),
    );
    outbox.on("CCT_ESIGN_REVOKED", ({ data }) => desk.house.revoke(String(data["flowId"])));
    outbox.on("CCT_ACCOUNT_ASKED", async ({ data }) => {
      const passed = (await desk.house.check(String(data["id"]))) ? "Y" : "N";
      await desk.act(entityOf(data["entity"]), String(data["id"]), "doChecked", { passed });
    });
    outbox.on("CCT_ACCOUNT_DISABLED", ({ data }) => desk.authority.revoke(String(data["id"]), "account disabled", at.clock.now()));
  },
});
