import { GraphQLError } from 'graphql'
import { createSchema } from 'graphql-yoga'
import { CHANNEL_NOT_FOUND } from '#contract/merchandise.ts'
import type { ChannelRow } from './store.ts'

export interface QueryContext {
  channels: ReadonlyMap<string, ChannelRow>
}

type Article = ChannelRow['body']['articles'][number]
type Extra = Article['extras'][number]

/** The schema of the merchandise service, with the field names of the documents, beside pages and prices. */
export const schema = createSchema<QueryContext>({
  typeDefs: /* GraphQL */ `
    type Query {
      channels: [Channel!]!
      "Null, with the error 'Channel Not Found', for one that the retailer has not sent."
      channel(id: ID!): Channel
    }
    type Channel {
      ID: ID!
      Vendor: Vendor!
      ShopUrl: String!
      "ISO 4217."
      Currency: String!
      Articles: [Article!]!
    }
    type Vendor {
      ID: ID!
      Locale: String!
    }
    type Article {
      ID: ID!
      ArticleType: String!
      Title: String!
      "In millimetres."
      PageHeight: Float
      "In millimetres."
      PageWidth: Float
      PageCount: Int
      "What one costs at least, in minor units of the channel's currency."
      Price: Float
      Visible: Boolean!
      Links: [Link!]!
      Extras: [Extra!]!
    }
    type Link {
      Rel: String!
      Url: String!
    }
    type Extra {
      ID: ID!
      Title: String!
      Options: [Option!]!
    }
    type Option {
      ID: ID!
      Title: String!
    }
  `,
  resolvers: {
    Query: {
      channels: (_, __, { channels }) => [...channels.values()],
      channel(_, { id }: { id: string }, { channels }) {
        const channel = channels.get(id)
        if (!channel) throw new GraphQLError(CHANNEL_NOT_FOUND, { extensions: { code: 'NOT_FOUND' } })
        return channel
      },
    },
    Channel: {
      ID: ({ channel_id }: ChannelRow) => channel_id,
      Vendor: ({ body }: ChannelRow) => ({ ID: body.vendor.id, Locale: body.vendor.locale }),
      ShopUrl: ({ body }: ChannelRow) => body.shopUrl,
      Currency: ({ body }: ChannelRow) => body.currency,
      Articles: ({ body }: ChannelRow) => body.articles,
    },
    Article: {
      ID: ({ id }: Article) => id,
      ArticleType: ({ articleType }: Article) => articleType,
      Title: ({ title }: Article) => title,
      PageHeight: ({ pageHeight }: Article) => pageHeight,
      PageWidth: ({ pageWidth }: Article) => pageWidth,
      PageCount: ({ pageCount }: Article) => pageCount,
      Price: ({ price }: Article) => price,
      Visible: ({ visible }: Article) => visible,
      Links: ({ links }: Article) => links.map(({ rel, url }) => ({ Rel: rel, Url: url })),
      Extras: ({ extras }: Article) => extras,
    },
    Extra: {
      ID: ({ id }: Extra) => id,
      Title: ({ title }: Extra) => title,
      Options: ({ options }: Extra) => options.map(({ id, title }) => ({ ID: id, Title: title })),
    },
  },
})
