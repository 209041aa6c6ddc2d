// SPDX-License-Identifier: Apache-2.0
#include "app/guest/fmu_guest.h"

#include "app/guest/fmi_interface.h"
#include "app/guest/library.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace headroom::guest {

namespace {

/// Last message of the FMU, for the message where it fails.
std::string said;

void log2(void*, const char*, int, const char*, const char* message, ...) {
    char text[512];
    std::va_list list;
    va_start(list, message);
    std::vsnprintf(text, sizeof text, message, list);
    va_end(list);
    said = text;
}

void log3(void*, int, const char*, const char* message) {
    said = message == nullptr ? "" : message;
}

[[noreturn]] void failed(const char* function, int status) {
    throw Refusal("GST-025",
                  std::string(function) + " answered " +
                      (status == FmiDiscard ? "discard"
                       : status == FmiFatal ? "fatal"
                                            : "error") +
                      (said.empty() ? "" : ": " + said),
                  "check what goes into the FMU, or ask who made it");
}

void check(int status, const char* function) {
    if (status > FmiWarning) {
        failed(function, status);
    }
}

struct Variable {
    FmiReference reference = 0;
    std::string type;  ///< Float64, Float32, Int32, Boolean
};

std::vector<Variable> variablesOf(const Json& list) {
    std::vector<Variable> all;
    for (const Json& one : list) {
        all.push_back({one.at("reference").get<FmiReference>(), one.at("type").get<std::string>()});
    }
    return all;
}

/// One instance, regardless of its version.
class Instance {
  public:
    virtual ~Instance() = default;
    virtual void begin(
        const Json& about) = 0;  ///< up to the first step, without what is set in between
    virtual void exitInitialization() = 0;
    virtual void set(const Variable& variable, double value) = 0;
    virtual double get(const Variable& variable) = 0;
    /// FmiOk, or FmiDiscard where a shorter step may do; throws where none does.
    virtual int step(double fromS, double stepS) = 0;
    virtual void keep() = 0;  ///< the state, to go back to
    virtual void goBack() = 0;
};

class Instance2 : public Instance {
  public:
    explicit Instance2(const Library& l) {
        l.need(f_.instantiate, "fmi2Instantiate");
        l.need(f_.freeInstance, "fmi2FreeInstance");
        l.need(f_.setupExperiment, "fmi2SetupExperiment");
        l.need(f_.enterInitialization, "fmi2EnterInitializationMode");
        l.need(f_.exitInitialization, "fmi2ExitInitializationMode");
        l.need(f_.terminate, "fmi2Terminate");
        l.need(f_.setReal, "fmi2SetReal");
        l.need(f_.getReal, "fmi2GetReal");
        l.need(f_.setInteger, "fmi2SetInteger");
        l.need(f_.getInteger, "fmi2GetInteger");
        l.need(f_.setBoolean, "fmi2SetBoolean");
        l.need(f_.getBoolean, "fmi2GetBoolean");
        l.need(f_.doStep, "fmi2DoStep");
        f_.getState = l.find<decltype(f_.getState)>("fmi2GetFMUstate");
        f_.setState = l.find<decltype(f_.setState)>("fmi2SetFMUstate");
        f_.freeState = l.find<decltype(f_.freeState)>("fmi2FreeFMUstate");
    }

    ~Instance2() override {
        if (instance_ != nullptr) {
            f_.terminate(instance_);
            f_.freeInstance(instance_);
        }
    }

    void begin(const Json& about) override {
        constexpr int kCoSimulation = 1;
        instance_ = f_.instantiate(
            "headroom", kCoSimulation, about.at("token").get<std::string>().c_str(),
            ("file://" + about.at("resources").get<std::string>()).c_str(), &callbacks_, 0, 1);
        if (instance_ == nullptr) {
            failed("fmi2Instantiate", FmiError);
        }
        check(f_.setupExperiment(instance_, 0, 0.0, about.at("from_s").get<double>(), 0, 0.0),
              "fmi2SetupExperiment");
        check(f_.enterInitialization(instance_), "fmi2EnterInitializationMode");
    }

    void exitInitialization() override {
        check(f_.exitInitialization(instance_), "fmi2ExitInitializationMode");
    }

    void set(const Variable& v, double value) override {
        if (v.type == "Boolean") {
            const int whole = value != 0.0 ? 1 : 0;
            check(f_.setBoolean(instance_, &v.reference, 1, &whole), "fmi2SetBoolean");
        } else if (v.type == "Int32") {
            const int whole = static_cast<int>(std::lround(value));
            check(f_.setInteger(instance_, &v.reference, 1, &whole), "fmi2SetInteger");
        } else {
            check(f_.setReal(instance_, &v.reference, 1, &value), "fmi2SetReal");
        }
    }

    double get(const Variable& v) override {
        int whole = 0;
        double value = NAN;
        if (v.type == "Boolean") {
            check(f_.getBoolean(instance_, &v.reference, 1, &whole), "fmi2GetBoolean");
            return whole;
        }
        if (v.type == "Int32") {
            check(f_.getInteger(instance_, &v.reference, 1, &whole), "fmi2GetInteger");
            return whole;
        }
        check(f_.getReal(instance_, &v.reference, 1, &value), "fmi2GetReal");
        return value;
    }

    int step(double fromS, double stepS) override {
        const int status = f_.doStep(instance_, fromS, stepS, 0);
        if (status > FmiWarning && status != FmiDiscard) {
            failed("fmi2DoStep", status);
        }
        return status;
    }

    void keep() override { check(f_.getState(instance_, &state_), "fmi2GetFMUstate"); }

    void goBack() override { check(f_.setState(instance_, state_), "fmi2SetFMUstate"); }

  private:
    Fmi2 f_{};
    Fmi2Callbacks callbacks_{&log2, &std::calloc, &std::free, nullptr, nullptr};
    FmiInstance instance_ = nullptr;
    FmiState state_ = nullptr;  // the FMU's, used again by the next keep()
};

class Instance3 : public Instance {
  public:
    explicit Instance3(const Library& l) {
        l.need(f_.instantiate, "fmi3InstantiateCoSimulation");
        l.need(f_.freeInstance, "fmi3FreeInstance");
        l.need(f_.enterInitialization, "fmi3EnterInitializationMode");
        l.need(f_.exitInitialization, "fmi3ExitInitializationMode");
        l.need(f_.terminate, "fmi3Terminate");
        l.need(f_.setFloat64, "fmi3SetFloat64");
        l.need(f_.getFloat64, "fmi3GetFloat64");
        l.need(f_.setFloat32, "fmi3SetFloat32");
        l.need(f_.getFloat32, "fmi3GetFloat32");
        l.need(f_.setInt32, "fmi3SetInt32");
        l.need(f_.getInt32, "fmi3GetInt32");
        l.need(f_.setBoolean, "fmi3SetBoolean");
        l.need(f_.getBoolean, "fmi3GetBoolean");
        l.need(f_.doStep, "fmi3DoStep");
        f_.getState = l.find<decltype(f_.getState)>("fmi3GetFMUState");
        f_.setState = l.find<decltype(f_.setState)>("fmi3SetFMUState");
        f_.freeState = l.find<decltype(f_.freeState)>("fmi3FreeFMUState");
    }

    ~Instance3() override {
        if (instance_ != nullptr) {
            f_.terminate(instance_);
            f_.freeInstance(instance_);
        }
    }

    void begin(const Json& about) override {
        instance_ = f_.instantiate("headroom", about.at("token").get<std::string>().c_str(),
                                   about.at("resources").get<std::string>().c_str(), false, true,
                                   false, false, nullptr, 0, nullptr, &log3, nullptr);
        if (instance_ == nullptr) {
            failed("fmi3InstantiateCoSimulation", FmiError);
        }
        check(f_.enterInitialization(instance_, false, 0.0, about.at("from_s").get<double>(), false,
                                     0.0),
              "fmi3EnterInitializationMode");
    }

    void exitInitialization() override {
        check(f_.exitInitialization(instance_), "fmi3ExitInitializationMode");
    }

    void set(const Variable& v, double value) override {
        if (v.type == "Boolean") {
            const bool whole = value != 0.0;
            check(f_.setBoolean(instance_, &v.reference, 1, &whole, 1), "fmi3SetBoolean");
        } else if (v.type == "Int32") {
            const auto whole = static_cast<std::int32_t>(std::lround(value));
            check(f_.setInt32(instance_, &v.reference, 1, &whole, 1), "fmi3SetInt32");
        } else if (v.type == "Float32") {
            const auto narrow = static_cast<float>(value);
            check(f_.setFloat32(instance_, &v.reference, 1, &narrow, 1), "fmi3SetFloat32");
        } else {
            check(f_.setFloat64(instance_, &v.reference, 1, &value, 1), "fmi3SetFloat64");
        }
    }

    double get(const Variable& v) override {
        if (v.type == "Boolean") {
            bool whole = false;
            check(f_.getBoolean(instance_, &v.reference, 1, &whole, 1), "fmi3GetBoolean");
            return whole ? 1.0 : 0.0;
        }
        if (v.type == "Int32") {
            std::int32_t whole = 0;
            check(f_.getInt32(instance_, &v.reference, 1, &whole, 1), "fmi3GetInt32");
            return whole;
        }
        if (v.type == "Float32") {
            float narrow = NAN;
            check(f_.getFloat32(instance_, &v.reference, 1, &narrow, 1), "fmi3GetFloat32");
            return static_cast<double>(narrow);
        }
        double value = NAN;
        check(f_.getFloat64(instance_, &v.reference, 1, &value, 1), "fmi3GetFloat64");
        return value;
    }

    int step(double fromS, double stepS) override {
        bool event = false, terminates = false, early = false;
        double lastS = fromS;
        const int status =
            f_.doStep(instance_, fromS, stepS, false, &event, &terminates, &early, &lastS);
        if (status > FmiWarning && status != FmiDiscard) {
            failed("fmi3DoStep", status);
        }
        if (terminates) {
            throw Refusal("GST-025", "ended its simulation at " + std::to_string(lastS) + " s",
                          "run no longer than it can");
        }
        return status;
    }

    void keep() override { check(f_.getState(instance_, &state_), "fmi3GetFMUState"); }

    void goBack() override { check(f_.setState(instance_, state_), "fmi3SetFMUState"); }

  private:
    Fmi3 f_{};
    FmiInstance instance_ = nullptr;
    FmiState state_ = nullptr;
};

class Fmu {
  public:
    explicit Fmu(const std::string& library) : library_(library) {}

    Json reply(const Json& asked) {
        const std::string what = asked.value("do", "");
        return what == "load" ? Json::object() : what == "begin" ? begin(asked) : step(asked);
    }

  private:
    Json begin(const Json& asked) {
        if (asked.at("version").get<int>() == 2) {
            instance_ = std::make_unique<Instance2>(library_);
        } else {
            instance_ = std::make_unique<Instance3>(library_);
        }
        inputs_ = variablesOf(asked.at("inputs"));
        outputs_ = variablesOf(asked.at("outputs"));
        canGoBack_ = asked.at("can_go_back").get<bool>();
        leastS_ = asked.at("least_step_s").get<double>();
        instance_->begin(asked);
        const auto start = variablesOf(asked.at("start"));
        for (std::size_t i = 0; i < start.size(); ++i) {
            instance_->set(start[i], asked.at("start")[i].at("value").get<double>());
        }
        setInputs(asked);
        instance_->exitInitialization();
        nowS_ = asked.at("from_s").get<double>();
        return outputs();
    }

    void setInputs(const Json& asked) {
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            instance_->set(inputs_[i], asked.at("values")[i].get<double>());
        }
    }

    Json outputs() {
        std::vector<double> values;
        for (const Variable& variable : outputs_) {
            values.push_back(instance_->get(variable));
        }
        return {{"outputs", values}, {"sub_steps", subSteps_}};
    }

    /// To that time, in one step where the FMU takes it; a step that it discards is done again in halves, from the state before, where
    /// it can go back.
    Json step(const Json& asked) {
        const double toS = asked.at("time_s").get<double>();
        setInputs(asked);
        double stepS = toS - nowS_;
        subSteps_ = 0;
        while (nowS_ < toS - 1e-9) {
            stepS = std::min(stepS, toS - nowS_);
            if (canGoBack_) {
                instance_->keep();
            }
            const int status = instance_->step(nowS_, stepS);
            ++subSteps_;
            if (status == FmiDiscard) {
                if (!canGoBack_ || stepS * 0.5 < leastS_) {
                    failed("doStep", FmiDiscard);
                }
                instance_->goBack();
                stepS *= 0.5;
                continue;
            }
            nowS_ += stepS;
        }
        nowS_ = toS;
        return outputs();
    }

    Library library_;
    std::unique_ptr<Instance> instance_;
    std::vector<Variable> inputs_, outputs_;
    double nowS_ = 0.0, leastS_ = 1e-3;
    bool canGoBack_ = false;
    int subSteps_ = 0;
};

}  // namespace

int serveFmu(const std::string& library, LineSocket& socket) {
    std::unique_ptr<Fmu> fmu;
    return socket.serve([&](const Json& asked) {
        if (fmu == nullptr) {
            fmu = std::make_unique<Fmu>(library);
        }
        return fmu->reply(asked);
    });
}

}  // namespace headroom::guest
