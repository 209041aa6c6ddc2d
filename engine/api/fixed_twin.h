// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/twin.h"

#include <memory>
#include <string>

namespace headroom::engine {

/// A served run whose design, orders and jobs do not change from here. Refuses every change with the same error.
class FixedTwin : public Twin {
  public:
    DesignNow design() const override { return {text_, 0, {}, {}, files_}; }

    ResultAll<DesignNow> edit(const std::vector<std::string>&, const std::string&,
                              std::optional<std::int64_t>) override {
        return tl::unexpected(Errors{why_});
    }

    ResultAll<DesignNow> replace(const std::string&, std::optional<std::int64_t>) override {
        return tl::unexpected(Errors{why_});
    }

    ResultAll<DesignNow> undo(bool) override { return tl::unexpected(Errors{why_}); }

    Result<int> order(const std::string&) override { return tl::unexpected(why_); }

    Result<void> submit(const JobOrder&) override { return tl::unexpected(why_); }

    std::vector<PendingOrder> pendingOrders() const override { return {}; }

    bool cancelOrder(int) override { return false; }

  protected:
    /// `why`: the error of every change.
    explicit FixedTwin(Error why) : why_(std::move(why)) {}

    void setDesign(std::string text, std::shared_ptr<const DesignFiles> files) {
        text_ = std::make_shared<const std::string>(std::move(text));
        files_ = std::move(files);
    }

    const Error& why() const { return why_; }

  private:
    Error why_;
    std::shared_ptr<const std::string> text_;
    std::shared_ptr<const DesignFiles> files_;
};

}  // namespace headroom::engine
