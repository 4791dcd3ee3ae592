/** Reads the instructions that our Containerfile uses; throws at any other. */
export function parseContainerfile(text: string): Stage[] {
  const unknown = text.match(new RegExp(`^(?!#|\\s*$|(?:${INSTRUCTIONS}) ).*`, 'm'))
  if (unknown) throw new Error(`Not understood: ${unknown[0]}`)
  return text
    .split(/^FROM /m)
    .slice(1)
    .map(readStage)
}

const INSTRUCTIONS =
  'FROM|COPY(?! --(?!from=))|RUN|ENV|ENTRYPOINT|CMD|HEALTHCHECK|WORKDIR|USER|EXPOSE|STOPSIGNAL'

/** One stage of a Containerfile. */
export type Stage = ReturnType<typeof readStage>

function readStage(text: string) {
  const findAll = (line: RegExp) => [...text.matchAll(line)].map(([, ...parts]) => parts as string[])
  const [from = '', , name = null] = text.split('\n')[0]!.split(' ')
  return {
    /** Null for the last one, which has no name. */
    name,
    /** The image, or the name of an earlier stage. */
    from,
    /** Copies of the repository. */
    copies: findAll(/^COPY (?!--)(.+) (\S+)$/gm).map(([sources, target]) => ({
      sources: sources!.split(' '),
      target: target!,
    })),
    /** Copies of earlier stages. */
    stageCopies: findAll(/^COPY --from=(\S+) (\S+) (\S+)$/gm).map(([stage, source, target]) => ({
      stage: stage!,
      source: source!,
      target: target!,
    })),
    runs: findAll(/^RUN (.+)$/gm).flat(),
    env: Object.fromEntries(
      findAll(/^ENV (.+)$/gm).flatMap(([pairs]) => pairs!.split(' ').map(pair => pair.split('='))),
    ) as Record<string, string>,
    /** Instructions with a list: ENTRYPOINT, CMD and the CMD of HEALTHCHECK. */
    lists: Object.fromEntries(
      findAll(/^(ENTRYPOINT|CMD|HEALTHCHECK) .*?(\[.*\])$/gm).map(([name, list]) => [
        name!,
        JSON.parse(list!) as string[],
      ]),
    ),
  }
}
